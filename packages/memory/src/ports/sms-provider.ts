import type { ForgottenPhone, NeverSeen, SmsProvider, Submission, SubmissionOutcome } from '@carillon/core'

/** Decides the outcome of a text. A text with the outcome `unknown` was accepted, but its response was lost. */
export type OutcomeRule = (submission: Submission) => { readonly kind: 'accepted' } | SubmissionOutcome

/** Records every text instead of sending it. Accepts every text, unless `answerBy` sets another rule. */
export class RecordingSmsProvider implements SmsProvider {
  readonly deduplicates = true
  readonly canBeAsked = true
  /** What the provider knows about each reference, the oldest first. */
  private readonly known = new Map<string, Known>()
  private rule: OutcomeRule = () => ({ kind: 'accepted' })
  private isOut = false
  private taken = 0

  /** Every text that was accepted, the oldest first. */
  get sent(): readonly Submission[] {
    return [...this.known.values()].flatMap(({ submission, outcome }) =>
      outcome.kind === 'accepted' ? [submission] : [],
    )
  }

  /** Sets the rule for all texts until the next call. */
  answerBy(rule: OutcomeRule) {
    this.rule = rule
  }

  /** Makes the provider unreachable until `comeBack`. */
  goOut() {
    this.isOut = true
  }

  comeBack() {
    this.isOut = false
  }

  async submit(submissions: readonly Submission[]): Promise<readonly SubmissionOutcome[]> {
    return submissions.map((submission) => (this.isOut ? OUT_OF_REACH : this.take(submission)))
  }

  async find(references: readonly string[]): Promise<readonly (SubmissionOutcome | NeverSeen)[]> {
    return references.map((reference) =>
      this.isOut ? { kind: 'unknown' } : (this.known.get(reference)?.outcome ?? { kind: 'never-seen' }),
    )
  }

  async forget({ account, phone }: ForgottenPhone): Promise<boolean> {
    const before = this.known.size
    for (const [reference, { submission }] of this.known) {
      if (submission.to === phone && reference.startsWith(`${account}.`)) this.known.delete(reference)
    }
    return this.known.size < before
  }

  private take(submission: Submission): SubmissionOutcome {
    const { reference } = submission
    const known = this.known.get(reference)
    if (known !== undefined) return known.outcome
    const said = this.rule(submission)
    if (said.kind === 'try-later') return said
    const outcome = said.kind === 'refused' ? said : accepted(++this.taken)
    this.known.set(reference, { submission, outcome })
    return said.kind === 'unknown' ? said : outcome
  }
}

function accepted(number: number): SubmissionOutcome {
  return { kind: 'accepted', providerId: `memory-${number}` }
}

type Known = { readonly submission: Submission; readonly outcome: SubmissionOutcome }

const OUT_OF_REACH: SubmissionOutcome = { kind: 'try-later', afterMs: null }
