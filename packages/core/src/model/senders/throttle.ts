import { addMs } from '../../values/time/instant.js'

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
  readonly places: number
  readonly untilMs: number
  readonly isInLine?: boolean
  readonly isGroup?: boolean
}

export type SlotRequest = {
  readonly id: string
  readonly wanted: number
  /** Whether the message joins the queue if no slot is free. Requests behind or outside the queue get spare slots. */
  readonly joinsQueue: boolean
  /** Requests of one group, such as the slices of a broadcast, have one share; waiting groups have equal shares. */
  readonly group?: string
  readonly now: Date
  /** After this instant, the provider either has the messages or never gets them. */
  readonly until: Date
}

export type ThrottleUpdate = {
  readonly entries: readonly ThrottleEntry[]
  readonly taken: number
  /** The estimated time of the next free slot. */
  readonly nextAt: Date
}

const SECOND_MS = 1_000
/** How long the place in the queue, or the share, is kept after the time at which its owner should ask again. */
const QUEUED_MS = 5_000
/** The delay before a group asks again when all free slots are kept for other groups. */
const RETRY_MS = 200
const QUEUE_LENGTH_MAX = 1_000

/**
 * How many messages a sender may submit now without exceeding its rate in any second. A submitted message counts for a
 * window from the provider's response, and a message in flight counts until one window after `until`. A rate
 * below 1 is one message in several seconds. A repeat with the same id returns the first result.
 */
export function takeSlots(
  all: readonly ThrottleEntry[],
  messagesPerSecond: number,
  request: SlotRequest,
): ThrottleUpdate {
  const { id, wanted, now, until, joinsQueue, group } = request
  const entries = all.filter(({ untilMs }) => untilMs > now.getTime())
  const before = entries.find((entry) => entry.id === id && isRunning(entry))
  if (before !== undefined) return { entries, taken: before.places, nextAt: nextAt(entries, messagesPerSecond, now) }
  const queue = entries.filter(isInLine)
  const position = queue.findIndex((entry) => entry.id === id)
  const ahead = position === -1 ? queue.length : position
  const free = freeSlots(entries, { messagesPerSecond, ahead })
  const taken = Math.min(wanted, group === undefined ? free : shareOf(group, entries, { messagesPerSecond, free }))
  if (taken > 0) {
    const others = entries.filter((entry) => entry.id !== id && !isGroupOf(entry, group))
    const running = [...others, { id, places: taken, untilMs: until.getTime() + throttleWindowMs(messagesPerSecond) }]
    return { entries: running, taken, nextAt: nextAt(running, messagesPerSecond, now) }
  }
  if (wanted > 0 && group !== undefined) return queueGroup(group, entries, messagesPerSecond, { now, free })
  if (wanted === 0 || !joinsQueue) return { entries, taken, nextAt: nextAt(entries, messagesPerSecond, now) }
  const comeAt = nextAt(soonest(entries, messagesPerSecond, now), messagesPerSecond, now, ahead)
  const waiting = { id, places: 1, untilMs: comeAt.getTime() + QUEUED_MS, isInLine: true }
  if (position === -1)
    return { entries: queue.length < QUEUE_LENGTH_MAX ? [...entries, waiting] : entries, taken, nextAt: comeAt }
  return {
    entries: entries.map((entry) => (isInLine(entry) && entry.id === id ? waiting : entry)),
    taken,
    nextAt: comeAt,
  }
}

/**
 * The number of free slots that the group may take. Each waiting group keeps its share, whatever the order in which the
 * groups asked. If there are fewer slots than groups, the group that has waited longest gets one slot.
 */
function shareOf(group: string, entries: readonly ThrottleEntry[], { messagesPerSecond, free }: Room): number {
  const waiting = entries.filter(isGroup)
  const others = waiting.filter(({ id }) => id !== group)
  const share = Math.max(1, Math.floor(capacityOf(messagesPerSecond) / (others.length + 1)))
  const isFirst = waiting.length === 0 || waiting[0]!.id === group
  return Math.min(free, Math.max(isFirst ? share : 0, free - others.length * share))
}

type Room = { readonly messagesPerSecond: number; readonly free: number }

/** The group keeps its place among the groups if it asks again at `nextAt`. */
function queueGroup(
  group: string,
  entries: readonly ThrottleEntry[],
  messagesPerSecond: number,
  { now, free }: { readonly now: Date; readonly free: number },
): ThrottleUpdate {
  const soon = soonest(entries, messagesPerSecond, now)
  const comeAt = free > 0 ? addMs(now, RETRY_MS) : nextAt(soon, messagesPerSecond, now)
  const waiting = { id: group, places: 0, untilMs: comeAt.getTime() + QUEUED_MS, isGroup: true }
  const isThere = entries.some((entry) => isGroupOf(entry, group))
  const queued = isThere ? entries.map((entry) => (isGroupOf(entry, group) ? waiting : entry)) : [...entries, waiting]
  return { entries: queued, taken: 0, nextAt: comeAt }
}

/** Records that the messages of the request reached the provider by `at`: they count for one window from then. */
export function endSlots(
  entries: readonly ThrottleEntry[],
  messagesPerSecond: number,
  { id, at }: SlotEnd,
): readonly ThrottleEntry[] {
  const untilMs = at.getTime() + throttleWindowMs(messagesPerSecond)
  return entries.map((entry) => (entry.id === id && isRunning(entry) ? { ...entry, untilMs } : entry))
}

type SlotEnd = { readonly id: string; readonly at: Date }

/** How long a message counts after the provider's response. */
export function throttleWindowMs(messagesPerSecond: number): number {
  return Math.max(SECOND_MS, Math.ceil(SECOND_MS / messagesPerSecond))
}

function capacityOf(messagesPerSecond: number): number {
  return Math.max(1, Math.floor(messagesPerSecond))
}

function isInLine({ isInLine }: ThrottleEntry): boolean {
  return isInLine === true
}

function isGroup({ isGroup }: ThrottleEntry): boolean {
  return isGroup === true
}

function isGroupOf(entry: ThrottleEntry, id: string | undefined): boolean {
  return isGroup(entry) && entry.id === id
}

/** Messages that are being submitted, or were submitted within the window. */
function isRunning(entry: ThrottleEntry): boolean {
  return !isInLine(entry) && !isGroup(entry)
}

function slotsOf(entries: readonly ThrottleEntry[]): number {
  return entries.reduce((sum, { places }) => sum + places, 0)
}

type QueuePosition = { readonly messagesPerSecond: number; readonly ahead: number }

function freeSlots(entries: readonly ThrottleEntry[], { messagesPerSecond, ahead }: QueuePosition): number {
  const running = entries.filter(isRunning)
  return Math.max(0, capacityOf(messagesPerSecond) - slotsOf(running) - ahead)
}

/** What the entries would be if the provider responded to every open submission now: no slot can be free earlier. */
function soonest(entries: readonly ThrottleEntry[], messagesPerSecond: number, now: Date): readonly ThrottleEntry[] {
  const endMs = now.getTime() + throttleWindowMs(messagesPerSecond)
  return entries.map((entry) => (isRunning(entry) ? { ...entry, untilMs: Math.min(entry.untilMs, endMs) } : entry))
}

/** The time of the next free slot behind `ahead` queued messages, each of which takes a slot for a window. */
function nextAt(
  entries: readonly ThrottleEntry[],
  messagesPerSecond: number,
  now: Date,
  ahead: number = entries.filter(isInLine).length,
): Date {
  const running = entries.filter(isRunning).sort((one, other) => one.untilMs - other.untilMs)
  let missing = slotsOf(running) + ahead + 1 - capacityOf(messagesPerSecond)
  if (missing <= 0) return now
  let lastMs = now.getTime()
  for (const { places, untilMs } of running) {
    missing -= places
    lastMs = untilMs
    if (missing <= 0) return new Date(lastMs)
  }
  const windows = Math.ceil(missing / capacityOf(messagesPerSecond))
  return new Date(lastMs + windows * throttleWindowMs(messagesPerSecond))
}
