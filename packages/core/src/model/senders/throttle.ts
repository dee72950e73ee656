import { addMs } from '../../values/time/instant.js'

/**
 * Messages that are handed over together, and until when they count. Or, in line, one that waits for its turn, and until
 * when its place there is kept:
 *
 *     in line --a place is free, and nobody is before it--> on its way --the provider has answered--> counts for a window
 *        `--did not come for it--> forgotten
 *
 * Or a group that has found no place, and until when its share is kept.
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
  /** Whoever finds no place waits in line: those who come later, or do not stand in line, get what is left over. */
  readonly joinsQueue: boolean
  /** Those of one group, such as the slices of a broadcast, have a share together. Groups that wait have equal ones. */
  readonly group?: string
  readonly now: Date
  /** By then the provider has it, or never gets it. */
  readonly until: Date
}

export type ThrottleUpdate = {
  readonly entries: readonly ThrottleEntry[]
  readonly taken: number
  /** When there is a free place, as far as anybody can say. */
  readonly nextAt: Date
}

const SECOND_MS = 1_000
/** So long a place in line, or a share, is kept for who does not come. */
const QUEUED_MS = 5_000
/** Who finds only places that are kept for other groups looks again after so long. */
const LOOK_AGAIN_MS = 200
const QUEUE_LENGTH_MAX = 1_000

/**
 * How many messages a sender may hand over now, so that no second sees more than its rate: what reached the provider
 * counts from the moment that it had answered, and what is on its way counts as long as it may be. A rate below 1 is
 * one message in so many seconds. Asked again under one id, it is what it was.
 */
export function takeSlots(
  all: readonly ThrottleEntry[],
  messagesPerSecond: number,
  asked: SlotRequest,
): ThrottleUpdate {
  const { id, wanted, now, until, joinsQueue, group } = asked
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
 * Of the free places, how many the group may take. Each group that waits keeps its share, whether or not it was here
 * first; where there are fewer places than groups, the one that has waited longest has one.
 */
function shareOf(group: string, entries: readonly ThrottleEntry[], { messagesPerSecond, free }: Room): number {
  const waiting = entries.filter(isGroup)
  const others = waiting.filter(({ id }) => id !== group)
  const share = Math.max(1, Math.floor(capacityOf(messagesPerSecond) / (others.length + 1)))
  const isFirst = waiting.length === 0 || waiting[0]!.id === group
  return Math.min(free, Math.max(isFirst ? share : 0, free - others.length * share))
}

type Room = { readonly messagesPerSecond: number; readonly free: number }

/** It keeps its place among the groups as long as it comes when it is told to. */
function queueGroup(
  group: string,
  entries: readonly ThrottleEntry[],
  messagesPerSecond: number,
  { now, free }: { readonly now: Date; readonly free: number },
): ThrottleUpdate {
  const soon = soonest(entries, messagesPerSecond, now)
  const comeAt = free > 0 ? addMs(now, LOOK_AGAIN_MS) : nextAt(soon, messagesPerSecond, now)
  const waiting = { id: group, places: 0, untilMs: comeAt.getTime() + QUEUED_MS, isGroup: true }
  const isThere = entries.some((entry) => isGroupOf(entry, group))
  const queued = isThere ? entries.map((entry) => (isGroupOf(entry, group) ? waiting : entry)) : [...entries, waiting]
  return { entries: queued, taken: 0, nextAt: comeAt }
}

/** What was taken under the id has reached the provider by `at`, and counts for one window from then on. */
export function endSlots(
  entries: readonly ThrottleEntry[],
  messagesPerSecond: number,
  { id, at }: SlotEnd,
): readonly ThrottleEntry[] {
  const untilMs = at.getTime() + throttleWindowMs(messagesPerSecond)
  return entries.map((entry) => (entry.id === id && isRunning(entry) ? { ...entry, untilMs } : entry))
}

type SlotEnd = { readonly id: string; readonly at: Date }

/** How long a message counts once the provider has answered. */
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

/** What is on its way, or was a moment ago. */
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

/** Turns as they are if all that is on its way is answered now: nobody gets a place before that. */
function soonest(entries: readonly ThrottleEntry[], messagesPerSecond: number, now: Date): readonly ThrottleEntry[] {
  const endMs = now.getTime() + throttleWindowMs(messagesPerSecond)
  return entries.map((entry) => (isRunning(entry) ? { ...entry, untilMs: Math.min(entry.untilMs, endMs) } : entry))
}

/** For whoever comes after `ahead` others that stand in line, each of whom keeps a place for a window. */
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
