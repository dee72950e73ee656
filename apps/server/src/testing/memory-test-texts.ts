import type { SubmissionOutcome, TestText, TestTextKey, TestTexts } from '@carillon/core'

type Entry = { readonly outcome: SubmissionOutcome | null; readonly receipt: TestText['receipt'] }

/** Test texts without a database. Keeps all of them. */
export function memoryTestTexts(): TestTexts {
  const entries = new Map<string, Entry>()
  const keyOf = ({ carrier, reference }: TestTextKey) => JSON.stringify([carrier, reference])
  return {
    async begin(text) {
      entries.set(keyOf(text), { outcome: null, receipt: null })
    },
    async submitted(text, outcome) {
      const receipt = entries.get(keyOf(text))?.receipt ?? null
      entries.set(keyOf(text), { outcome, receipt })
      return { reference: text.reference, outcome, receipt }
    },
    async receive(text, failure) {
      const entry = entries.get(keyOf(text))
      if (entry?.receipt === null) entries.set(keyOf(text), { ...entry, receipt: { failure } })
    },
    async find(text) {
      const { outcome = null, receipt = null } = entries.get(keyOf(text)) ?? {}
      return outcome === null ? null : { reference: text.reference, outcome, receipt }
    },
  }
}
