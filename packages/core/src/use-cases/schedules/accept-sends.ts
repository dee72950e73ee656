import { usesSmartEncoding } from '../../model/accounts/account.js'
import { NO_OUTCOMES, type Broadcast } from '../../model/broadcasts/broadcast.js'
import { defaultExpiry } from '../../model/broadcasts/expiry.js'
import { openCanaryOf, watchOf } from '../../model/broadcasts/watch.js'
import { creditEntries } from '../../model/credits/credit-entries.js'
import { balanceAfter, type LedgerEntry } from '../../model/credits/ledger.js'
import { BULK_PRICE, times } from '../../model/credits/price.js'
import type { Job } from '../../model/jobs/job.js'
import type { Send } from '../../model/schedules/send.js'
import type { Clock } from '../../ports/runtime.js'
import { poolWith } from '../../model/senders/pool.js'
import { windowsDelayMs } from '../../model/windows/sending-windows.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { groupBy } from '../../values/collections.js'
import type { AccountId } from '../../values/ids.js'
import { utcDayOf } from '../../values/time/wall-clock.js'
import { checkReservation } from '../broadcasts/accept-broadcast.js'
import { rateDelayOf } from '../broadcasts/broadcast-terms.js'
import { usedTextOf } from '../broadcasts/bulk-templates.js'
import { firstJobs } from '../broadcasts/chunk-job.js'
import { rateOfPooled } from '../senders/check-from.js'
import { fixHours } from '../windows/fix-hours.js'
import type { DueOccurrence } from './due-occurrence.js'
import { refusedBy, unsent, type DraftSend } from './draft-send.js'
import { nextReleaseAt, releasedFirst, wavesTakeMs } from './next-release.js'
import { sendJobOf } from './schedule-jobs.js'

/** A send that is decided, and its jobs. */
export type DecidedSend = Pick<DraftSend, 'due' | 'send'> & { readonly jobs: readonly Job[] }

/**
 * Accepts the broadcasts of these sends, in order, as long as quota and credits of their accounts suffice. A send whose
 * time has come starts at once; a later send is planned, but its credits are reserved now. The credits are locked last,
 * after the recipients are stored: the other sends of the accounts wait for them.
 */
export async function acceptSends(
  stores: Stores,
  drafts: readonly DraftSend[],
  { clock, now }: { readonly clock: Clock; readonly now: Date },
): Promise<readonly DecidedSend[]> {
  const { occurrences, audiences } = stores
  const day = utcDayOf(now)
  const asking = drafts.filter(({ broadcast }) => broadcast !== null).map(({ due }) => due.account.id)
  if (asking.length === 0) return drafts.map(({ due, send }) => ({ due, send, jobs: [] }))
  const hoursOf = await hoursOfAccounts(stores, drafts)
  const credits = new Map(await occurrences.lockCredits([...new Set(asking)], day))
  // Only now: the next wave comes an interval after this one, however long the audiences and the locks took.
  const startsAt = clock.now()
  const accepted: Accepted[] = []
  const decided: DecidedSend[] = []
  for (const draft of drafts) {
    const { due, send, broadcast: id } = draft
    if (id === null) {
      decided.push({ due, send, jobs: [] })
      continue
    }
    const { account } = due
    const broadcast = broadcastOf(draft, { id, sendingHours: hoursOf(account.id) }, now)
    const left = credits.get(account.id)!
    const refusal = refusedBy(() => checkReservation(account, broadcast, left))
    if (refusal !== null) {
      await audiences.discard(account.id, id)
      decided.push({ due, send: unsent(send, 'failed', refusal), jobs: [] })
      continue
    }
    const cost = times(BULK_PRICE, broadcast.total)
    const entries = creditEntries('reserve', { id, account: account.id, cost }, now)
    const balance = balanceAfter(left.balance, entries)
    credits.set(account.id, { balance, accepted: left.accepted + broadcast.total })
    accepted.push({ broadcast, entries })
    decided.push({ due, ...startOrPlan({ ...send, broadcast: id }, broadcast, startsAt) })
  }
  await storeAccepted(stores, accepted, day)
  return decided
}

type Accepted = { readonly broadcast: Broadcast; readonly entries: readonly LedgerEntry[] }

async function storeAccepted({ occurrences }: Stores, accepted: readonly Accepted[], day: string): Promise<void> {
  if (accepted.length === 0) return
  const byAccount = groupBy(accepted, ({ broadcast }) => broadcast.account)
  const reservations = [...byAccount].map(([account, own]) => ({
    account,
    entries: own.flatMap(({ entries }) => entries),
    recipients: own.reduce((sum, { broadcast }) => sum + broadcast.total, 0),
  }))
  await occurrences.reserve(reservations, day)
  await occurrences.addBroadcasts(accepted.map(({ broadcast }) => broadcast))
}

/** Before the credits are locked. */
async function hoursOfAccounts(
  stores: Stores,
  drafts: readonly DraftSend[],
): Promise<(account: AccountId) => Broadcast['sendingHours']> {
  const hours = new Map<AccountId, Broadcast['sendingHours']>()
  for (const { due, broadcast } of drafts) {
    const { account } = due
    if (broadcast !== null && !hours.has(account.id)) hours.set(account.id, await fixHours(stores, account))
  }
  return (account) => hours.get(account)!
}

function broadcastOf(
  { due, send, zone, total }: DraftSend,
  { id, sendingHours }: Pick<Broadcast, 'id' | 'sendingHours'>,
  now: Date,
): Broadcast {
  const { account, from, smartEncoding, canary } = due.schedule
  const { body, mediaUrl, used } = textOf(due)
  const content = { account: due.account, body, mediaUrl, smartEncoding }
  const rateDelay = rateDelayOf(content, { total, perSecond: rateOfDue(due) })
  const delayMs = wavesTakeMs(total, send, canary) + windowsDelayMs(sendingHours) + rateDelay
  return {
    id,
    account,
    from,
    pool: poolWith(due.account.pools, from),
    body,
    mediaUrl,
    status: 'queued',
    total,
    released: send.scheduledFor <= now ? releasedFirst(total, send, canary) : 0,
    timezone: zone,
    template: used,
    smartEncoding: usesSmartEncoding({ account: due.account, smartEncoding }),
    sendingHours,
    send: { schedule: send.schedule, id: send.id },
    counts: NO_OUTCOMES,
    createdAt: now,
    held: 0,
    startedAt: null,
    heldUntil: null,
    completedAt: null,
    pausedAt: null,
    expiresAt: defaultExpiry(send.scheduledFor, canary, delayMs),
    watch: watchOf(canary, due.account.autoPause),
    retriedAs: null,
  }
}

function rateOfDue({ sender, pooled }: DueOccurrence): number | null {
  if (pooled === undefined) return sender && sender.messagesPerSecond
  return pooled && rateOfPooled(pooled)
}

/** The version of the template is fixed now, for all zones and waves of the occurrence. */
function textOf({ schedule, template }: DueOccurrence) {
  if (template !== null) return usedTextOf(template, null)
  return { body: schedule.body, mediaUrl: null, used: null }
}

/** Needs no lock: the broadcast is not visible to other transactions yet. */
function startOrPlan(send: Send, broadcast: Broadcast, startsAt: Date): Pick<DecidedSend, 'send' | 'jobs'> {
  const { released, total, createdAt: now } = broadcast
  if (send.scheduledFor > now) return { send, jobs: [sendJobOf(send, send.scheduledFor)] }
  const again = released < total ? [nextReleaseAt(send.scheduledFor, startsAt, send, openCanaryOf(broadcast))] : []
  const jobs = [...firstJobs(broadcast, { from: 0, until: released }, now), ...again.map((at) => sendJobOf(send, at))]
  return { send: { ...send, status: 'started' }, jobs }
}
