/**
 * Messages that are submitted together, and the instant until which they count; or a queued message that waits for a
 * slot, and the instant until which its place in the queue is kept:
 *
 *     queued --a slot is free, and no message is ahead--> submitting --the provider responded--> counts for a window
 *        `--did not ask again in time--> dropped
 *
 * An entry may also be a group that found no free slot, and the instant until which its share is kept.
 */
export type ThrottleEntry = {
  readonly id: string
  /** The slots that the messages take. Of a waiting message or group: the slots that its next message needs. */
  readonly places: number
  /** The number of messages that are submitted together, if each takes more than one slot. */
  readonly messages?: number
  readonly untilMs: number
  readonly isInLine?: boolean
  readonly isGroup?: boolean
  /** The group that the messages belong to. */
  readonly group?: string
  /** Of a group: the number of slots that it has taken since it began to wait or to submit. */
  readonly served?: number
  /** Since when a group waits for a message that needs several slots. */
  readonly sinceMs?: number
}

const SECOND_MS = 1_000

/** How long a message counts after the provider's response. */
export function throttleWindowMs(messagesPerSecond: number): number {
  return Math.max(SECOND_MS, Math.ceil(SECOND_MS / messagesPerSecond))
}

/** The number of slots in a window. */
export function capacityOf(messagesPerSecond: number): number {
  return Math.max(1, Math.floor(messagesPerSecond))
}

/** How long an entry counts: one message that needs more slots than a window has counts for several windows. */
export function countsForMs(entry: Pick<ThrottleEntry, 'places' | 'messages'>, messagesPerSecond: number): number {
  const isOne = messagesOf(entry) === 1
  const windows = isOne ? Math.max(1, Math.ceil(entry.places / capacityOf(messagesPerSecond))) : 1
  return windows * throttleWindowMs(messagesPerSecond)
}

export function messagesOf({ places, messages }: Pick<ThrottleEntry, 'places' | 'messages'>): number {
  return messages ?? places
}

export function isInLine({ isInLine }: ThrottleEntry): boolean {
  return isInLine === true
}

export function isGroup({ isGroup }: ThrottleEntry): boolean {
  return isGroup === true
}

export function isGroupOf(entry: ThrottleEntry, id: string | undefined): boolean {
  return isGroup(entry) && entry.id === id
}

/** Messages that are being submitted, or were submitted within the window. */
export function isRunning(entry: ThrottleEntry): boolean {
  return !isInLine(entry) && !isGroup(entry)
}

export function slotsOf(entries: readonly ThrottleEntry[]): number {
  return entries.reduce((sum, { places }) => sum + places, 0)
}
