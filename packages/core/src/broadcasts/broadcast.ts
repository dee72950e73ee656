import {
  jobIdOf,
  fromIdDigits,
  idDigitsOf,
  type AccountId,
  type BroadcastId,
  type JobId,
  type MessageId,
  type ScheduleId,
  type SendId,
} from '../values/ids.js'
import type { TimeZone } from '../values/time-zone.js'

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

const BROADCAST_ID = /^(?:brc|bat)_[0-9a-z]{26}$/

export function isBroadcastId(text: string): text is BroadcastId {
  return BROADCAST_ID.test(text)
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

const ID_START = 4
const TIME_DIGITS = 10
const POSITION_DIGITS = 5

/**
 * The id of a recipient's message follows from the broadcast and the position, so that whoever sends it again sends the
 * same, and so that ids sort by position. It keeps the time and the eleven last digits of the broadcast's id: those that
 * are counted up, in which no two ids of a process are alike.
 */
export function messageIdAt(broadcast: BroadcastId, position: number): MessageId {
  const time = broadcast.slice(ID_START, ID_START + TIME_DIGITS)
  const own = broadcast.slice(ID_START + TIME_DIGITS + POSITION_DIGITS)
  return `msg_${time}${own}${idDigitsOf(position, POSITION_DIGITS)}`
}

/** What the id of a message keeps of its broadcast, if it has one: when that was made, its last digits, and the position. */
export function originOf(message: MessageId) {
  const time = message.slice(ID_START, ID_START + TIME_DIGITS)
  const own = message.slice(ID_START + TIME_DIGITS, -POSITION_DIGITS)
  return { time, own, position: positionOf(message) }
}

/** Whether a recipient's message has this id, or will have it. */
export function isMessageOf({ id, total }: Pick<Broadcast, 'id' | 'total'>, message: MessageId): boolean {
  const position = positionOf(message)
  return position < total && messageIdAt(id, position) === message
}

const POSITION_MAX = 32 ** POSITION_DIGITS - 1

/** The job of a chunk. Counted down from where no recipient ever stands: each message may have a job of its own too. */
export function chunkJobIdOf(broadcast: BroadcastId, chunk: number): JobId {
  return jobIdOf(messageIdAt(broadcast, POSITION_MAX - chunk))
}

/** Which of its recipients the message of a broadcast is for. */
export function positionOf(message: MessageId): number {
  return fromIdDigits(message.slice(-POSITION_DIGITS))
}
