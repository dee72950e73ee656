import type { AccountId, ClaimedJob, ClaimedJobOf, FinishMessage, UnitOfWork } from '@carillon/core'
import { ids } from '../fixtures/builders.js'

export type FinishMessageJob = ClaimedJobOf<'finish-message'>

type Worker = { readonly run: UnitOfWork['run']; readonly account: AccountId; readonly now: Date }

const LEASE_MS = 60_000

/** Claims the due jobs that finish messages. Other jobs claimed with them stay claimed until their leases end. */
export async function claimMessageJobs({ run, account, now }: Worker): Promise<readonly FinishMessageJob[]> {
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  const claim = { account, lane: 'quick', limit: 100, fence: ids.next('job'), now, leaseUntil } as const
  return (await run(({ jobs }) => jobs.claim(claim))).filter(isToFinish)
}

/** Finishes every due message, as a worker does. */
export async function finishDueMessages(finishMessage: FinishMessage, worker: Worker): Promise<void> {
  for (const job of await claimMessageJobs(worker)) await finishMessage.execute(job)
}

function isToFinish(job: ClaimedJob): job is FinishMessageJob {
  return job.kind === 'finish-message'
}
