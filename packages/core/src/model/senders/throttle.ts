import { addMs } from '../../values/time/instant.js'
import { servedOf, shareOf } from './group-shares.js'
import {
  capacityOf,
  countsForMs,
  isGroup,
  isGroupOf,
  isInLine,
  isRunning,
  messagesOf,
  slotsOf,
  throttleWindowMs,
  type ThrottleEntry,
} from './throttle-entry.js'

export type SlotRequest = {
  readonly id: string
  readonly wanted: number
  /**
   * The wire parts of the messages, in their order. Each part takes a slot. Without it, each message takes one slot. No more
   * messages are taken than are listed.
   */
  readonly parts?: readonly number[]
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
  /** How many of the messages may be submitted now, from the first on. */
  readonly taken: number
  /** The estimated time of the next free slot. */
  readonly nextAt: Date
}

/** How long the place in the queue, or the share, is kept after the time at which its owner should ask again. */
const QUEUED_MS = 5_000
/** The delay before a group asks again when all free slots are kept for other groups. */
const RETRY_MS = 200
const QUEUE_LENGTH_MAX = 1_000
/** After this number of windows, a group whose next message needs several slots goes before single messages. */
const PATIENCE_WINDOWS = 5

/**
 * How many messages a sender may submit now without exceeding its rate in any second. A submitted message counts for a
 * window from the provider's response, and a message in flight counts until one window after `until`. A rate
 * below 1 is one message in several seconds. A message that needs more slots than a window has is submitted if nothing
 * else counts, and then counts for several windows. A repeat with the same id returns the first result.
 */
export function takeSlots(
  all: readonly ThrottleEntry[],
  messagesPerSecond: number,
  request: SlotRequest,
): ThrottleUpdate {
  const { id, wanted, now, until, joinsQueue, group } = request
  const entries = all.filter(({ untilMs }) => untilMs > now.getTime())
  const before = entries.find((entry) => entry.id === id && isRunning(entry))
  if (before !== undefined) {
    return { entries, taken: messagesOf(before), nextAt: nextAt(entries, messagesPerSecond, now) }
  }
  const room = roomFor(request, entries, messagesPerSecond)
  const { taken, places } = fitting(request, room, group === undefined ? room.free : shareOf(group, entries, room))
  if (taken > 0) {
    const others = entries.filter((entry) => entry.id !== id && !isGroupOf(entry, group))
    const slots = { places, ...(taken !== places && { messages: taken }) }
    const untilMs = until.getTime() + countsForMs(slots, messagesPerSecond)
    const ofGroup = group !== undefined && { group, served: servedOf(entries, group) + places }
    const running = [...others, { id, ...slots, untilMs, ...ofGroup }]
    return { entries: running, taken, nextAt: nextAt(running, messagesPerSecond, now) }
  }
  if (wanted > 0 && group !== undefined) return queueGroup(group, entries, messagesPerSecond, { request, room })
  if (wanted === 0 || !joinsQueue) {
    return { entries, taken, nextAt: nextAt(entries, messagesPerSecond, now, { need: room.need }) }
  }
  const comeAt = nextAt(soonest(entries, messagesPerSecond, now), messagesPerSecond, now, room)
  const waiting = { id, places: firstParts(request), untilMs: comeAt.getTime() + QUEUED_MS, isInLine: true }
  const queue = entries.filter(isInLine)
  if (!queue.some((entry) => entry.id === id))
    return { entries: queue.length < QUEUE_LENGTH_MAX ? [...entries, waiting] : entries, taken, nextAt: comeAt }
  return {
    entries: entries.map((entry) => (isInLine(entry) && entry.id === id ? waiting : entry)),
    taken,
    nextAt: comeAt,
  }
}

/** The slots for a request. `need`: those of its first message, as far as a window has them. `ahead`: those kept for others. */
type Room = { readonly capacity: number; readonly need: number; readonly ahead: number; readonly free: number }

function roomFor(request: SlotRequest, entries: readonly ThrottleEntry[], messagesPerSecond: number): Room {
  const capacity = capacityOf(messagesPerSecond)
  const need = Math.min(firstParts(request), capacity)
  const ahead = aheadOf(request, entries, messagesPerSecond)
  return { capacity, need, ahead, free: Math.max(0, capacity - slotsOf(entries.filter(isRunning)) - ahead) }
}

function firstParts({ parts }: Pick<SlotRequest, 'parts'>): number {
  return parts?.[0] ?? 1
}

/** The slots that are kept for the messages ahead of a request. */
function aheadOf({ id, group, now }: SlotRequest, entries: readonly ThrottleEntry[], messagesPerSecond: number) {
  const queue = entries.filter(isInLine)
  const position = queue.findIndex((entry) => entry.id === id)
  const before = slotsOf(position === -1 ? queue : queue.slice(0, position))
  const first = entries.find(isGroup)
  if (!isImpatient(first, messagesPerSecond, now)) return before
  if (group === undefined) return before + Math.min(first.places, capacityOf(messagesPerSecond))
  return first.id === group ? 0 : before
}

/**
 * Whether a group has waited too long for a message of several parts: the spare slots of single messages may never be
 * enough for it at once, although each of them would be enough for a short message.
 */
function isImpatient(
  group: ThrottleEntry | undefined,
  messagesPerSecond: number,
  now: Date,
): group is ThrottleEntry & { readonly sinceMs: number } {
  if (group?.sinceMs === undefined) return false
  return group.sinceMs + PATIENCE_WINDOWS * throttleWindowMs(messagesPerSecond) <= now.getTime()
}

/** The first messages of a request for which there are slots, and the slots that they take. */
function fitting({ wanted, parts }: SlotRequest, { capacity, need }: Room, slots: number): Fitting {
  if (parts === undefined) return { taken: Math.min(wanted, slots), places: Math.min(wanted, slots) }
  const listed = parts.slice(0, wanted)
  if (listed.length > 0 && need === capacity && slots >= capacity) return { taken: 1, places: listed[0]! }
  let places = 0
  let taken = 0
  for (const one of listed) {
    if (places + one > slots) break
    places += one
    taken++
  }
  return { taken, places }
}

type Fitting = { readonly taken: number; readonly places: number }

type Asked = { readonly request: SlotRequest; readonly room: Room }

/**
 * The group keeps its place among the groups if it asks again at `nextAt`. A group without a place joins the end, but
 * before groups that have taken more slots, so that the slots that are in no share go to each group in turn.
 */
function queueGroup(
  group: string,
  entries: readonly ThrottleEntry[],
  messagesPerSecond: number,
  { request, room }: Asked,
): ThrottleUpdate {
  const { now } = request
  const isKeptForOthers = room.free >= room.need
  const soon = soonest(entries, messagesPerSecond, now)
  const before = entries.find((entry) => isGroupOf(entry, group))
  const since = room.need > 1 && { sinceMs: before?.sinceMs ?? now.getTime() }
  const behindLine = nextAt(soon, messagesPerSecond, now, { need: room.need })
  const firstMs = nextAt(soon, messagesPerSecond, now, { need: room.need, ahead: 0 }).getTime()
  // From then on, slots are kept for it, so it must not come later: they would stay unused until then.
  const impatientMs = since ? since.sinceMs + PATIENCE_WINDOWS * throttleWindowMs(messagesPerSecond) : Infinity
  const comeAt = isKeptForOthers
    ? addMs(now, RETRY_MS)
    : new Date(Math.min(behindLine.getTime(), Math.max(firstMs, impatientMs, now.getTime() + RETRY_MS)))
  const places = firstParts(request)
  const served = servedOf(entries, group)
  const waiting = { id: group, places, untilMs: comeAt.getTime() + QUEUED_MS, isGroup: true, served, ...since }
  if (before !== undefined) {
    const kept = entries.map((entry) => (isGroupOf(entry, group) ? waiting : entry))
    return { entries: kept, taken: 0, nextAt: comeAt }
  }
  const ahead = entries.findLastIndex((entry) => isGroup(entry) && (entry.served ?? 0) <= waiting.served)
  return { entries: entries.toSpliced(ahead + 1, 0, waiting), taken: 0, nextAt: comeAt }
}

/** Records that the messages of the request reached the provider by `at`: they count for one window from then. */
export function endSlots(
  entries: readonly ThrottleEntry[],
  messagesPerSecond: number,
  { id, at }: SlotEnd,
): readonly ThrottleEntry[] {
  return entries.map((entry) => {
    if (entry.id !== id || !isRunning(entry)) return entry
    return { ...entry, untilMs: at.getTime() + countsForMs(entry, messagesPerSecond) }
  })
}

type SlotEnd = { readonly id: string; readonly at: Date }

/** What the entries would be if the provider responded to every open submission now: no slot can be free earlier. */
function soonest(entries: readonly ThrottleEntry[], messagesPerSecond: number, now: Date): readonly ThrottleEntry[] {
  return entries.map((entry) => {
    if (!isRunning(entry)) return entry
    return { ...entry, untilMs: Math.min(entry.untilMs, now.getTime() + countsForMs(entry, messagesPerSecond)) }
  })
}

/** The time of the next `need` free slots behind the `ahead` slots of queued messages, which they take for a window. */
function nextAt(
  entries: readonly ThrottleEntry[],
  messagesPerSecond: number,
  now: Date,
  { need = 1, ahead = slotsOf(entries.filter(isInLine)) }: Partial<Pick<Room, 'need' | 'ahead'>> = {},
): Date {
  const capacity = capacityOf(messagesPerSecond)
  const running = entries.filter(isRunning).sort((one, other) => one.untilMs - other.untilMs)
  let missing = slotsOf(running) + ahead + need - capacity
  if (missing <= 0) return now
  let lastMs = now.getTime()
  for (const { places, untilMs } of running) {
    missing -= places
    lastMs = untilMs
    if (missing <= 0) return new Date(lastMs)
  }
  const windows = Math.ceil(missing / capacity)
  return new Date(lastMs + windows * throttleWindowMs(messagesPerSecond))
}
