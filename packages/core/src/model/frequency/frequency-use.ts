import type { MessageId } from '../../values/ids.js'
import { CAP_PERIOD_MAX_MS, CAP_MESSAGES_RANGE, periodMs, type FrequencyCap } from './frequency-cap.js'

/**
 * A message to a number that counts towards caps. It is stored when an attempt to submit it is committed, and given back
 * if the provider never takes the message.
 */
export type FrequencyUse = {
  readonly message: MessageId
  /** When it was last submitted. */
  readonly atMs: number
  /** A single send that respects caps has just begun. It counts for `RESERVED_MS`; then its message itself counts. */
  readonly isReserved?: true
}

/** A single send counts from when it was accepted. */
export type SingleSent = { readonly message: MessageId; readonly atMs: number }

/** All that can count for one number. */
export type SentToNumber = { readonly uses: readonly FrequencyUse[]; readonly singles: readonly SingleSent[] }

export const NOTHING_SENT: SentToNumber = { uses: [], singles: [] }

/** How long a single send may take from its check to its acceptance. */
export const RESERVED_MS = 60_000

/** The caps that allow no further message to the number now, in their order. */
export function reachedCaps(caps: readonly FrequencyCap[], sent: SentToNumber, nowMs: number): readonly FrequencyCap[] {
  return caps.filter((cap) => countedFor(cap, sent, nowMs).length >= cap.messages)
}

/** When the cap allows the next message; now, if it is not reached. */
export function freeAtMs(cap: FrequencyCap, sent: SentToNumber, nowMs: number): number {
  const counted = countedFor(cap, sent, nowMs).toSorted((one, other) => one - other)
  const blocking = counted[counted.length - cap.messages]
  return blocking === undefined ? nowMs : blocking + periodMs(cap.per)
}

/** The instants of the messages that count. One that is exactly a period old counts no more. */
function countedFor({ per, counts }: FrequencyCap, { uses, singles }: SentToNumber, nowMs: number): readonly number[] {
  const sinceMs = nowMs - periodMs(per)
  const counted = new Map<MessageId, number>()
  for (const { message, atMs, isReserved } of uses) {
    if (!isReserved || (counts === 'all' && atMs > nowMs - RESERVED_MS)) counted.set(message, atMs)
  }
  if (counts === 'all') for (const { message, atMs } of singles) counted.set(message, atMs)
  return [...counted.values()].filter((atMs) => atMs > sinceMs)
}

/** The uses with one more. A message that is submitted again counts once, from its last submission. */
export function withMessage(uses: readonly FrequencyUse[], use: FrequencyUse): readonly FrequencyUse[] {
  return currentUses([...withoutMessage(uses, use.message), use], use.atMs)
}

export function withoutMessage(uses: readonly FrequencyUse[], message: MessageId): readonly FrequencyUse[] {
  return uses.filter((use) => use.message !== message)
}

/** The uses that can still matter to a cap. No cap allows more messages than `CAP_MESSAGES_RANGE.max`. */
function currentUses(uses: readonly FrequencyUse[], nowMs: number): readonly FrequencyUse[] {
  const isCurrent = ({ atMs, isReserved }: FrequencyUse) =>
    atMs > nowMs - (isReserved ? RESERVED_MS : CAP_PERIOD_MAX_MS)
  return uses.filter(isCurrent).slice(-CAP_MESSAGES_RANGE.max)
}

/** When the last of the uses stops to matter to any cap. */
export function usesExpireAt(uses: readonly FrequencyUse[]): Date {
  return new Date(Math.max(0, ...uses.map(({ atMs }) => atMs)) + CAP_PERIOD_MAX_MS)
}
