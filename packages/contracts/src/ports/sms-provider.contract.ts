import type { AccountId, ForgottenPhone, SmsProvider, Submission } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { ANN, BOB, ids, phoneOf } from '../fixtures/builders.js'

/** A provider without messages, with everything that a test needs to control it. */
export type TestSmsProvider = {
  readonly provider: SmsProvider
  /** Another adapter for the same provider, as another process would have. */
  readonly twin: SmsProvider
  /** An adapter that cannot reach the provider. */
  readonly cutOff: SmsProvider
  /** Enough time for the largest submission in the suite, even on a busy machine. */
  readonly deadlineMs: number
  /** The texts that were delivered to phones for a reference. */
  delivered(reference: string): Promise<readonly Submission[]>
  /** From now on, the provider refuses this number. */
  refuse(to: string): Promise<void>
  /** From now on, the provider accepts no messages: their outcome is `try-later`. */
  close(): Promise<void>
  /** From now on, the provider accepts messages as before, but responds after the deadline. */
  stall(): Promise<void>
}

/** How long a test waits for a stalled submission: enough time for the provider to accept its few messages. */
const STALLED_MS = 1_500

const UNKNOWN = expect.objectContaining({ kind: 'unknown' })
const NEVER_SEEN = { kind: 'never-seen' }

export function describeSmsProvider(openProvider: () => Promise<TestSmsProvider>) {
  /** The provider's adapters, with the deadline applied to every call. */
  const open = async () => {
    const { deadlineMs, ...opened } = await openProvider()
    let submitMs = deadlineMs
    const within = (adapter: SmsProvider) => ({
      submit: (messages: readonly Submission[]) => adapter.submit(messages, { deadlineMs: submitMs }),
      find: (references: readonly string[]) => adapter.find(references, { deadlineMs }),
    })
    const { provider } = opened
    return {
      ...opened,
      stall: async () => {
        await opened.stall()
        submitMs = Math.min(deadlineMs, STALLED_MS)
      },
      forget: provider.forget && ((phone: ForgottenPhone) => provider.forget!(phone)),
      provider: { ...within(opened.provider), ...promisesOf(opened.provider) },
      twin: within(opened.twin),
      cutOff: within(opened.cutOff),
    }
  }

  describe('the provider', () => {
    test('returns an outcome for each message, in the given order', async () => {
      const { provider, refuse, delivered } = await open()
      await refuse(BOB)
      const submissions = [aSubmission({ to: ANN }), aSubmission({ to: BOB }), aSubmission({ to: ANN })]
      expect(await provider.submit(submissions)).toEqual([ACCEPTED, REFUSED, ACCEPTED])
      const texts = await Promise.all(submissions.map(({ reference }) => delivered(reference)))
      expect(texts).toEqual([[submissions[0]], [], [submissions[2]]])
    })

    test('delivers a text unchanged', async () => {
      const { provider, delivered } = await open()
      const texts = [
        aSubmission({ body: '', mediaUrl: 'https://example.com/a.jpg' }),
        aSubmission({ body: `ünï 🔔 "quoted" \\ {{x}} ? :to ${'x'.repeat(2_000)}\r\n\tend` }),
      ]
      expect(await provider.submit(texts)).toEqual([ACCEPTED, ACCEPTED])
      for (const text of texts) expect(await delivered(text.reference)).toEqual([text])
    })

    test('gives every accepted message a different provider id', async () => {
      const { provider, twin } = await open()
      const outcomes = await Promise.all([provider, twin, provider].map((one) => one.submit(submissions(20))))
      expect(new Set(outcomes.flat().map(providerIdOf)).size).toBe(60)
    })

    test('accepts an empty list, and a thousand messages', async () => {
      const { provider } = await open()
      expect(await provider.submit([])).toEqual([])
      expect(await provider.find([])).toEqual([])
      const outcomes = await provider.submit(submissions(1_000))
      expect(outcomes.every(({ kind }) => kind === 'accepted')).toBe(true)
      expect(outcomes).toHaveLength(1_000)
    })

    test('does not store a message with the outcome try-later', async () => {
      const { provider, close, delivered } = await open()
      await close()
      const submission = aSubmission()
      expect(await provider.submit([submission])).toMatchObject([{ kind: 'try-later' }])
      expect(await provider.find([submission.reference])).toEqual([expectedOf(provider, NEVER_SEEN)])
      expect(await delivered(submission.reference)).toEqual([])
    })

    test('responds within the deadline, with unknown for messages that it may have accepted', async () => {
      const { provider, stall } = await open()
      await stall()
      expect(await provider.submit(submissions(3))).toEqual([UNKNOWN, UNKNOWN, UNKNOWN])
    })

    test('does not throw when it is unreachable, and reports no message as accepted', async () => {
      const { cutOff } = await open()
      const [one, other] = submissions(2)
      for (const { kind } of await cutOff.submit([one!, other!])) {
        expect(['unknown', 'try-later']).toContain(kind)
      }
      expect(await cutOff.find([one!.reference])).toEqual([UNKNOWN])
    })
  })

  describe('a second submission with the same reference, if the provider deduplicates,', () => {
    test('sends nothing and gets the first outcome', async () => {
      const { provider, twin, refuse, delivered } = await open()
      await refuse(BOB)
      const [taken, refused] = [aSubmission({ to: ANN }), aSubmission({ to: BOB })]
      const first = await provider.submit([taken, refused])
      const second = await twin.submit([refused, taken])
      if (provider.deduplicates) expect(second.toReversed()).toEqual(first)
      expect(await delivered(taken.reference)).toHaveLength(provider.deduplicates ? 1 : 2)
    })

    test('gets the first outcome even when the provider accepts no more messages', async () => {
      const { provider, close } = await open()
      const submission = aSubmission()
      const first = await provider.submit([submission])
      await close()
      const [second] = await provider.submit([submission])
      if (provider.deduplicates) expect([second]).toEqual(first)
      else expect(second!.kind).toBe('try-later')
    })

    test('sends nothing after a first submission whose response was lost', async () => {
      const { provider, twin, stall, delivered } = await open()
      await stall()
      const submission = aSubmission()
      await provider.submit([submission])
      await twin.submit([submission])
      expect(await delivered(submission.reference)).toHaveLength(provider.deduplicates ? 1 : 2)
    })

    test('in the same call is treated like a later submission', async () => {
      const { provider, delivered } = await open()
      const submission = aSubmission()
      const [first, second] = await provider.submit([submission, submission])
      expect(first).toEqual(ACCEPTED)
      if (provider.deduplicates) expect(second).toEqual(first)
      expect(await delivered(submission.reference)).toHaveLength(provider.deduplicates ? 1 : 2)
    })

    test('sends nothing when the same messages are submitted concurrently, in any order', async () => {
      const { provider, twin, delivered } = await open()
      const many = submissions(10)
      const orders = Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? many : many.toReversed()))
      const found = await Promise.all(
        orders.map(async (order, i) => {
          const outcomes = await (i % 3 === 0 ? provider : twin).submit(order)
          return new Map(order.map(({ reference }, at) => [reference, outcomes[at]!]))
        }),
      )
      for (const { reference } of many) {
        const providerIds = found.map((byReference) => providerIdOf(byReference.get(reference)!))
        expect(new Set(providerIds).size).toBe(provider.deduplicates ? 1 : 8)
        expect(await delivered(reference)).toHaveLength(provider.deduplicates ? 1 : 8)
      }
    })
  })

  describe('find and forget', () => {
    test('`find` returns the earlier outcomes, in the order of the request', async () => {
      const { provider, twin, refuse } = await open()
      await refuse(BOB)
      const [taken, refused] = [aSubmission({ to: ANN }), aSubmission({ to: BOB })]
      const [accepted, refusal] = await provider.submit([taken, refused])
      const references = [refused.reference, 'never submitted', taken.reference]
      for (const one of [provider, twin]) {
        const expected = [refusal!, NEVER_SEEN, accepted!].map((outcome) => expectedOf(provider, outcome))
        expect(await one.find(references)).toEqual(expected)
      }
    })

    test('`find` returns the outcome of a message whose response missed the deadline', async () => {
      const { provider, twin, stall } = await open()
      await stall()
      const submission = aSubmission()
      await provider.submit([submission])
      expect(await twin.find([submission.reference])).toEqual([expectedOf(provider, ACCEPTED)])
    })

    test('`forget`, if supported, deletes the data of a number for one account, and nothing else', async () => {
      const { forget, provider, twin, delivered } = await open()
      const ann = aSubmission({ to: ANN })
      const account = ann.reference.split('.')[0] as AccountId
      const bob = aSubmission({ to: BOB, reference: `${account}.${ids.next('msg')}` })
      const theirs = aSubmission({ to: ANN })
      const [, , taken] = await provider.submit([ann, bob, theirs])
      const phone = { account, phone: ANN, senders: [ann.from] }
      if (forget !== undefined) expect([await forget(phone), await forget(phone)]).toEqual([true, false])
      expect(await delivered(ann.reference)).toEqual(forget === undefined ? [ann] : [])
      for (const one of [bob, theirs]) expect(await delivered(one.reference)).toEqual([one])
      expect(await twin.find([theirs.reference])).toEqual([expectedOf(provider, taken!)])
      const [again] = await twin.submit([theirs])
      if (provider.deduplicates) expect(again).toEqual(taken)
    })
  })
}

const ACCEPTED = { kind: 'accepted', providerId: expect.any(String) }
const REFUSED = expect.objectContaining({ kind: 'refused', type: expect.any(String), message: expect.any(String) })

type Promises = Pick<SmsProvider, 'deduplicates' | 'canBeAsked'>

function promisesOf({ deduplicates, canBeAsked }: SmsProvider): Promises {
  return { deduplicates, canBeAsked }
}

/** The expected result of `find`: `unknown` for a provider that does not support it. */
function expectedOf(provider: Promises, outcome: unknown): unknown {
  return provider.canBeAsked ? outcome : UNKNOWN
}

function providerIdOf(outcome: { readonly kind: string; readonly providerId?: string }): string {
  if (outcome.kind !== 'accepted') throw new Error(`Expected the message to be accepted, got ${outcome.kind}`)
  return outcome.providerId!
}

function aSubmission(given: Partial<Submission> = {}): Submission {
  const reference = `${ids.next('acc')}.${ids.next('msg')}`
  return { reference, from: '+12025550199', to: ANN, body: 'Hello', mediaUrl: null, ...given }
}

function submissions(count: number): readonly Submission[] {
  return Array.from({ length: count }, (_, i) => aSubmission({ to: phoneOf(i) }))
}
