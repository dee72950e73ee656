import { isId, type AccountId, type BroadcastId, type ScheduleId, type SendId } from '../../values/ids.js'
import type { TimeZone } from '../../values/time/time-zone.js'

/**
 * One body to many, or, as a batch, to each a body of its own:
 *
 *     queued --a worker begins--> sending --every outcome is known--> completed, or failed where none was sent
 *        |                           |
 *        `---------canceled----------`--> canceled
 *
 * Whoever was being submitted when it was canceled is brought to an end like everybody else; to the others nothing is
 * sent. Credits are reserved for all at once, and captured or released as their outcomes come.
 */
export type Broadcast = {
  readonly id: BroadcastId
  readonly account: AccountId
  readonly from: string
  /** As it was submitted, `""` when there is none; null in a batch. */
  readonly body: string | null
  readonly mediaUrl: string | null
  readonly status: BroadcastStatus
  /** Recipients that were accepted. */
  readonly total: number
  /** So many of them may be begun: all, or those of the waves that have come. */
  readonly released: number
  /** Where its merge tags take the day from; null is where its account is. */
  readonly timezone: TimeZone | null
  /** The send of a schedule that it is; null for one that was asked for. */
  readonly send: SendName | null
  readonly counts: BroadcastCounts
  readonly createdAt: Date
  /** When the first attempt began. */
  readonly startedAt: Date | null
  /** When the last outcome was known. */
  readonly completedAt: Date | null
  /** The one that sends anew to those whose message failed. */
  readonly retriedAs: BroadcastId | null
}

export type SendName = { readonly schedule: ScheduleId; readonly id: SendId }

export const BROADCAST_KINDS = ['broadcast', 'batch'] as const
export type BroadcastKind = (typeof BROADCAST_KINDS)[number]

export type BroadcastStatus = 'queued' | 'sending' | 'completed' | 'canceled' | 'failed'

/** Recipients by what became of them. Whoever is in none of the first three is queued. */
export type BroadcastCounts = {
  readonly sent: number
  readonly failed: number
  /** Not sent to, because the broadcast was canceled. */
  readonly canceled: number
  /** Of those that were sent. */
  readonly delivered: number
}

export const NO_OUTCOMES: BroadcastCounts = { sent: 0, failed: 0, canceled: 0, delivered: 0 }

const PREFIXES = { broadcast: 'brc', batch: 'bat' } as const satisfies Record<BroadcastKind, string>

export function prefixOf(kind: BroadcastKind) {
  return PREFIXES[kind]
}

export function kindOf(id: BroadcastId): BroadcastKind {
  return id.startsWith(PREFIXES.batch) ? 'batch' : 'broadcast'
}

export function isBroadcastId(text: string): text is BroadcastId {
  return isId('brc', text) || isId('bat', text)
}

export function queuedOf({ total, counts }: Pick<Broadcast, 'total' | 'counts'>): number {
  return total - counts.sent - counts.failed - counts.canceled
}

/** With the outcomes that came. The last one ends it. */
export function withOutcomes(broadcast: Broadcast, counts: BroadcastCounts, now: Date): Broadcast {
  const counted = { ...broadcast, counts }
  if (broadcast.completedAt !== null || queuedOf(counted) > 0) return counted
  return { ...counted, status: endOf(counted), completedAt: now }
}

function endOf({ status, total, counts }: Broadcast): BroadcastStatus {
  if (status === 'canceled') return status
  return counts.sent === 0 && total > 0 ? 'failed' : 'completed'
}
