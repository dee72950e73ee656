import type { CarrierFailure, SubmissionOutcome, TestText } from '@carillon/core'
import { randomUUID } from 'node:crypto'

const KEPT_MAX = 1_000
/** No reference of a message begins like this. */
const PREFIX = 'test.'

/** The test texts of this process, by reference; the oldest are dropped. */
export class TestTexts {
  readonly #texts = new Map<string, KeptText>()

  /** Returns the reference of a new text, whose receipt may come before the outcome of its submission. */
  begin(carrier: string): string {
    const reference = `${PREFIX}${randomUUID()}`
    this.#texts.set(reference, { carrier, outcome: null, receipt: null })
    const [oldest] = this.#texts.keys()
    if (this.#texts.size > KEPT_MAX) this.#texts.delete(oldest!)
    return reference
  }

  submitted(carrier: string, reference: string, outcome: SubmissionOutcome): TestText {
    const text = this.#texts.get(reference)
    const receipt = text?.receipt ?? null
    if (text !== undefined) this.#texts.set(reference, { carrier, outcome, receipt })
    return { reference, outcome, receipt }
  }

  /** The first receipt of a text counts. Returns false if the reference is not of a test text. */
  receive(carrier: string, reference: string, failure: CarrierFailure | null): boolean {
    if (!reference.startsWith(PREFIX)) return false
    const text = this.#texts.get(reference)
    if (text?.carrier === carrier && text.receipt === null)
      this.#texts.set(reference, { ...text, receipt: { failure } })
    return true
  }

  /** Null until the text has been submitted. */
  find(carrier: string, reference: string): TestText | null {
    const text = this.#texts.get(reference)
    if (text?.carrier !== carrier || text.outcome === null) return null
    return { reference, outcome: text.outcome, receipt: text.receipt }
  }
}

type KeptText = {
  readonly carrier: string
  readonly outcome: SubmissionOutcome | null
  readonly receipt: TestText['receipt']
}
