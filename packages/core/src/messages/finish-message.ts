import { tellBroadcast } from '../broadcasts/tell-broadcast.js'
import type { ClaimedJobOf } from '../jobs/job.js'
import type { Settlement } from '../ports/send-store.js'
import type { Stores } from '../ports/unit-of-work.js'
import type { EventId } from '../values/ids.js'
import { isStillAllowed } from './attempt-gate.js'
import { FAILURES } from './failures.js'
import {
  ATTEMPT_LEASE_MS,
  handOver,
  handOverAgain,
  settle,
  SUBMIT_DEADLINE_MS,
  type HandOverDeps,
} from './hand-over.js'
import { referenceOf, type Message } from './message.js'
import { failed, triedUntil, unknownOutcome } from './settlement.js'

/** The job of a message: makes the next attempt, or clears up one that somebody has left open. */
export class FinishMessage {
  constructor(private readonly deps: HandOverDeps) {}

  /** Leaves the job to whoever claims it next when the claim may run out before an attempt is over. */
  async execute(job: FinishMessageJob): Promise<void> {
    const now = this.deps.clock.now()
    if (now.getTime() + ATTEMPT_LEASE_MS > job.leaseUntil.getTime()) return
    const eventId = this.deps.ids.next('evt')
    const taken = await this.deps.unitOfWork.run((stores) => this.take(stores, job, { now, eventId }))
    if (taken === null) return
    const { message, wasOpen } = taken
    if (!wasOpen) await handOver(this.deps, message, now)
    else if (this.deps.provider.canBeAsked) await this.ask(message)
    else await handOverAgain(this.deps, message, now)
  }

  /**
   * Begins an attempt of our own, which shuts out whoever had the last one. Null when nothing is left to submit, or when
   * another worker has claimed the job meanwhile: its attempt may be on the way, where a question would not find it.
   */
  private async take(stores: Stores, job: FinishMessageJob, end: Ending): Promise<Taken | null> {
    const { account, payload } = job
    const before = (await stores.messages.lock(account, [payload.message])).get(payload.message)
    if (before === undefined || before.phase === null) {
      await stores.jobs.finish(job)
      return null
    }
    const message: Message = { ...before, phase: 'submitting', attempt: before.attempt + 1 }
    const wasOpen = before.phase === 'submitting'
    const settlement = wasOpen ? this.givenUp(message, end) : await stopped(stores, message, end)
    if (!(await stores.jobs.holds(job))) return null
    await stores.messages.save([message])
    if (settlement === null) return { message, wasOpen }
    await tellBroadcast(stores, this.deps.ids, settlement.message, end.now)
    await stores.sends.settle(settlement)
    return null
  }

  /** An attempt that was left open ends here where nobody can ever say what became of it. */
  private givenUp(message: Message, end: Ending): Settlement | null {
    const { deduplicates, canBeAsked } = this.deps.provider
    return deduplicates || canBeAsked ? null : unknownOutcome(message, end)
  }

  /** What the provider has never seen it can be given anew, after consent has been asked again. */
  private async ask(message: Message): Promise<void> {
    const options = { deadlineMs: SUBMIT_DEADLINE_MS }
    const [found] = await this.deps.provider.find([referenceOf(message)], options)
    await settle(this.deps, message, found!.kind === 'never-seen' ? { kind: 'try-later', afterMs: null } : found!)
  }
}

/** One that waits is not tried again when consent has gone, or when its hour went by with nobody to try it. */
async function stopped(stores: Stores, message: Message, end: Ending): Promise<Settlement | null> {
  if (!(await isStillAllowed(stores, message))) return failed(message, FAILURES.optedOut, end)
  return end.now.getTime() > triedUntil(message).getTime() + LATE_MAX_MS ? failed(message, FAILURES.expired, end) : null
}

const LATE_MAX_MS = 60_000

type FinishMessageJob = ClaimedJobOf<'finish-message'>
type Taken = { readonly message: Message; readonly wasOpen: boolean }
type Ending = { readonly now: Date; readonly eventId: EventId }
