import type { CarrierFailure } from './carrier-connection.js'
import type { TestText } from './carrier-desk.js'
import type { SubmissionOutcome } from './sms-provider.js'

/**
 * The test texts of operators. Any process may get the receipt of a text, and any server may be asked for it. A text is
 * kept for at least a day.
 */
export interface TestTexts {
  /** Call it before the submission, because the receipt may come before the outcome. */
  begin(text: TestTextKey): Promise<void>
  /** Returns the text with its receipt, if that has come already. */
  submitted(text: TestTextKey, outcome: SubmissionOutcome): Promise<TestText>
  /** The first receipt of a text counts. Ignores texts that are not known, and those of other carriers. */
  receive(text: TestTextKey, failure: CarrierFailure | null): Promise<void>
  /** Null until the text has been submitted. */
  find(text: TestTextKey): Promise<TestText | null>
}

export type TestTextKey = {
  readonly carrier: string
  readonly reference: string
}
