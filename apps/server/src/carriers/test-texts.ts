import type { CarrierFailure, SubmissionOutcome } from '@carillon/core'
import { randomUUID } from 'node:crypto'

/** A text of an operator that tests a carrier. It belongs to no account. */
export type TestText = {
  readonly reference: string
  readonly outcome: SubmissionOutcome | null
  readonly receipt: 'none' | 'delivered' | CarrierFailure
}

const KEPT_MAX = 1_000

/** The test texts of this process, by reference; the oldest are dropped. */
export class TestTexts {
  readonly #texts = new Map<string, TestText>()

  begin(): TestText {
    const text: TestText = { reference: `test.${randomUUID()}`, outcome: null, receipt: 'none' }
    this.#put(text)
    return text
  }

  submitted(reference: string, outcome: SubmissionOutcome): TestText {
    const text = { ...this.#texts.get(reference)!, outcome }
    this.#put(text)
    return text
  }

  /** Returns false if the receipt is not of a test text. */
  receive(reference: string, failure: CarrierFailure | null): boolean {
    if (!reference.startsWith('test.')) return false
    const text = this.#texts.get(reference)
    if (text !== undefined) this.#put({ ...text, receipt: failure ?? 'delivered' })
    return true
  }

  find(reference: string): TestText | null {
    return this.#texts.get(reference) ?? null
  }

  #put(text: TestText): void {
    this.#texts.set(text.reference, text)
    const [oldest] = this.#texts.keys()
    if (this.#texts.size > KEPT_MAX) this.#texts.delete(oldest!)
  }
}
