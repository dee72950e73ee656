import { isId, type AccountId, type BroadcastId, type ScheduleId, type SendId } from '../../values/ids.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import type { Pool } from '../senders/pool.js'
import type { FixedSendingHours } from '../windows/sending-windows.js'
import type { UsedTemplate } from '../templates/template-content.js'
import type { Watch } from './watch.js'

/**
 * One body to many recipients, or, in a batch, a separate body to each recipient:
 *
 *     queued --a worker begins--> sending --every outcome is known--> completed, or failed if none was sent
 *        |                           |
 *        `---------canceled----------`--> canceled
 *
 * While it is held or paused, no slice and no wave begins. When it expires, the recipients that are still queued fail,
 * paused or not. After canceling, messages that are being submitted are completed as usual; the other recipients are
 * skipped. Credits are reserved for all recipients at once, and captured or released as the outcomes become known.
 */
export type Broadcast = {
  readonly id: BroadcastId
  readonly account: AccountId
  /** The number that it is sent from, or the id of its pool. */
  readonly from: string
  /** The pool as it was when the broadcast was accepted; null if it is sent from one number. */
  readonly pool: Pool | null
  /** As it was submitted, `""` when there is none; null in a batch. With a template, its default text. */
  readonly body: string | null
  readonly mediaUrl: string | null
  readonly status: BroadcastStatus
  /** The number of accepted recipients. */
  readonly total: number
  /** The number of recipients that may be submitted: all, those of the canary, or those in waves that have started. */
  readonly released: number
  /** The timezone for the dates in its merge tags; null means the timezone of its account. */
  readonly timezone: TimeZone | null
  /**
   * The version of the template that was sent in place of a body, fixed when the broadcast was accepted; null without a
   * template, and in a batch.
   */
  readonly template: UsedTemplate | null
  /** Whether smart encoding is applied to its texts. */
  readonly smartEncoding: boolean
  /** When its texts may be sent; null: at any time. */
  readonly sendingHours: FixedSendingHours | null
  /** The schedule's send that created it; null for a broadcast that a client requested. */
  readonly send: SendName | null
  readonly counts: BroadcastCounts
  readonly createdAt: Date
  /** How many of the queued recipients wait until their sending window opens. */
  readonly held: number
  /** When the first attempt began. */
  readonly startedAt: Date | null
  /** No message is submitted before this instant, so that the sender can undo it; null without this. Not about `held`. */
  readonly heldUntil: Date | null
  /** Since when no further message is submitted; null if it is not paused. It stays set if the last outcome comes in. */
  readonly pausedAt: Date | null
  /** From this instant on, no attempt begins, and queued recipients fail; null in older data: it never expires. */
  readonly expiresAt: Date | null
  /** What pauses it without a request; null if nothing does. */
  readonly watch: Watch | null
  /** When the last outcome became known. */
  readonly completedAt: Date | null
  /** The broadcast that sends again to the recipients whose messages failed. */
  readonly retriedAs: BroadcastId | null
}

export type SendName = { readonly schedule: ScheduleId; readonly id: SendId }

export const BROADCAST_KINDS = ['broadcast', 'batch'] as const
export type BroadcastKind = (typeof BROADCAST_KINDS)[number]

export const BROADCAST_STATUSES = ['queued', 'sending', 'completed', 'canceled', 'failed'] as const
export type BroadcastStatus = (typeof BROADCAST_STATUSES)[number]

/** The statuses that clients see: a broadcast that is queued or sending can be paused. */
export const SHOWN_STATUSES = [...BROADCAST_STATUSES, 'paused'] as const
export type ShownStatus = (typeof SHOWN_STATUSES)[number]

export function shownStatusOf(broadcast: Pick<Broadcast, 'status' | 'pausedAt' | 'completedAt'>): ShownStatus {
  return isPaused(broadcast) ? 'paused' : broadcast.status
}

/** `pausedAt` stays set when a paused broadcast ends. */
export function isPaused(broadcast: Pick<Broadcast, 'status' | 'pausedAt' | 'completedAt'>): boolean {
  return broadcast.pausedAt !== null && isUnderWay(broadcast)
}

export function isUnderWay({ completedAt, status }: Pick<Broadcast, 'status' | 'completedAt'>): boolean {
  return completedAt === null && status !== 'canceled'
}

/** Recipients by outcome. Recipients in none of the first three counts are queued. */
export type BroadcastCounts = {
  readonly sent: number
  readonly failed: number
  /** Not sent to, because the broadcast was canceled. */
  readonly canceled: number
  /** The recipients counted in `sent` to whom the message was delivered. */
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

/** Returns the broadcast with the new counts. The last outcome ends it. */
export function withOutcomes(broadcast: Broadcast, counts: BroadcastCounts, now: Date): Broadcast {
  const counted = { ...broadcast, counts }
  if (broadcast.completedAt !== null || queuedOf(counted) > 0) return counted
  return { ...counted, status: endOf(counted), completedAt: now }
}

function endOf({ status, total, counts }: Broadcast): BroadcastStatus {
  if (status === 'canceled') return status
  return counts.sent === 0 && total > 0 ? 'failed' : 'completed'
}
