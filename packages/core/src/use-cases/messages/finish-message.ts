import type { ClaimedJobOf } from '../../model/jobs/job.js'
import { referenceOf, withNoneTaken } from '../../model/messages/message.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { EventId } from '../../values/ids.js'
import { ATTEMPT_LEASE_MS, beginAttempt, type Attempt, type BegunAttempt } from './begin-attempt.js'
import { submitMessage, resubmit, settle, SUBMIT_DEADLINE_MS, type SubmitDeps } from './submit-message.js'

/** The job of a message: makes the next attempt, or resolves an attempt that was left open. */
export class FinishMessage {
  constructor(private readonly deps: SubmitDeps) {}

  /** Leaves the job to the next worker that claims it, if the lease may expire before an attempt ends. */
  async execute(job: FinishMessageJob): Promise<void> {
    const now = this.deps.clock.now()
    if (now.getTime() + ATTEMPT_LEASE_MS > job.leaseUntil.getTime()) return
    const eventId = this.deps.ids.next('evt')
    const begun = await this.deps.unitOfWork.run((stores) => this.begin(stores, job, { now, eventId }))
    if (begun === null || begun.attempt === null) return
    const { attempt, wasOpen } = begun
    if (!wasOpen) await submitMessage(this.deps, attempt)
    else if (this.deps.provider.canBeAsked) await this.ask(attempt)
    else await resubmit(this.deps, attempt)
  }

  /** Null if the message is already final. */
  private async begin(stores: Stores, job: FinishMessageJob, start: Start): Promise<BegunAttempt | null> {
    const { message: id, sinceMs } = job.payload
    const message = await stores.messages.find(job.account, id)
    if (message === null || message.phase === null) {
      await stores.jobs.finish(job)
      return null
    }
    const since = sinceMs === undefined ? message.createdAt : new Date(sinceMs)
    return beginAttempt(stores, message, { ...this.deps, ...start, since, job })
  }

  /** Queries the outcome. A message that the provider has never seen is retried, after consent is checked again. */
  private async ask(attempt: Attempt): Promise<void> {
    const options = { deadlineMs: SUBMIT_DEADLINE_MS }
    const [found] = await this.deps.provider.find([referenceOf(attempt.message)], options)
    if (found!.kind !== 'never-seen') await settle(this.deps, attempt, found!)
    else await settle(this.deps, { ...attempt, message: withNoneTaken(attempt.message) }, NOT_TAKEN)
  }
}

const NOT_TAKEN = { kind: 'try-later', afterMs: null } as const

type FinishMessageJob = ClaimedJobOf<'finish-message'>
type Start = { readonly now: Date; readonly eventId: EventId }
