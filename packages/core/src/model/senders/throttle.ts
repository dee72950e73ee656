import { later } from '../../values/time/instant.js'

/**
 * Messages that are handed over together, and until when they count. Or, in line, one that waits for its turn, and until
 * when its place there is kept:
 *
 *     in line --a place is free, and nobody is before it--> on its way --the provider has answered--> counts for a window
 *        `--did not come for it--> forgotten
 *
 * Or a group that has found no place, and until when its share is kept.
 */
export type Turn = {
  readonly id: string
  readonly places: number
  readonly untilMs: number
  readonly isInLine?: boolean
  readonly isGroup?: boolean
}

export type TurnAsked = {
  readonly id: string
  readonly wanted: number
  /** Whoever finds no place waits in line: those who come later, or do not stand in line, get what is left over. */
  readonly standsInLine: boolean
  /** Those of one group, such as the slices of a broadcast, have a share together. Groups that wait have equal ones. */
  readonly group?: string
  readonly now: Date
  /** By then the provider has it, or never gets it. */
  readonly until: Date
}

export type TurnTaken = {
  readonly turns: readonly Turn[]
  readonly taken: number
  /** When there is a free place, as far as anybody can say. */
  readonly nextAt: Date
}

const SECOND_MS = 1_000
/** So long a place in line, or a share, is kept for who does not come. */
const IN_LINE_MS = 5_000
/** Who finds only places that are kept for other groups looks again after so long. */
const LOOK_AGAIN_MS = 200
const LINE_LENGTH_MAX = 1_000

/**
 * How many messages a sender may hand over now, so that no second sees more than its rate: what reached the provider
 * counts from the moment that it had answered, and what is on its way counts as long as it may be. A rate below 1 is
 * one message in so many seconds. Asked again under one id, it is what it was.
 */
export function takeTurn(all: readonly Turn[], messagesPerSecond: number, asked: TurnAsked): TurnTaken {
  const { id, wanted, now, until, standsInLine, group } = asked
  const turns = all.filter(({ untilMs }) => untilMs > now.getTime())
  const before = turns.find((turn) => turn.id === id && isRunning(turn))
  if (before !== undefined) return { turns, taken: before.places, nextAt: nextAt(turns, messagesPerSecond, now) }
  const line = turns.filter(isInLine)
  const place = line.findIndex((turn) => turn.id === id)
  const ahead = place === -1 ? line.length : place
  const free = freePlaces(turns, { messagesPerSecond, ahead })
  const taken = Math.min(wanted, group === undefined ? free : shareOf(group, turns, { messagesPerSecond, free }))
  if (taken > 0) {
    const others = turns.filter((turn) => turn.id !== id && !isGroupOf(turn, group))
    const running = [...others, { id, places: taken, untilMs: until.getTime() + paceWindowMs(messagesPerSecond) }]
    return { turns: running, taken, nextAt: nextAt(running, messagesPerSecond, now) }
  }
  if (wanted > 0 && group !== undefined) return queueGroup(group, turns, messagesPerSecond, { now, free })
  if (wanted === 0 || !standsInLine) return { turns, taken, nextAt: nextAt(turns, messagesPerSecond, now) }
  const comeAt = nextAt(soonest(turns, messagesPerSecond, now), messagesPerSecond, now, ahead)
  const waiting = { id, places: 1, untilMs: comeAt.getTime() + IN_LINE_MS, isInLine: true }
  if (place === -1) return { turns: line.length < LINE_LENGTH_MAX ? [...turns, waiting] : turns, taken, nextAt: comeAt }
  return { turns: turns.map((turn) => (isInLine(turn) && turn.id === id ? waiting : turn)), taken, nextAt: comeAt }
}

/**
 * Of the free places, how many the group may take. Each group that waits keeps its share, whether or not it was here
 * first; where there are fewer places than groups, the one that has waited longest has one.
 */
function shareOf(group: string, turns: readonly Turn[], { messagesPerSecond, free }: Room): number {
  const waiting = turns.filter(isGroup)
  const others = waiting.filter(({ id }) => id !== group)
  const share = Math.max(1, Math.floor(capacityOf(messagesPerSecond) / (others.length + 1)))
  const isFirst = waiting.length === 0 || waiting[0]!.id === group
  return Math.min(free, Math.max(isFirst ? share : 0, free - others.length * share))
}

type Room = { readonly messagesPerSecond: number; readonly free: number }

/** It keeps its place among the groups as long as it comes when it is told to. */
function queueGroup(
  group: string,
  turns: readonly Turn[],
  messagesPerSecond: number,
  { now, free }: { readonly now: Date; readonly free: number },
): TurnTaken {
  const soon = soonest(turns, messagesPerSecond, now)
  const comeAt = free > 0 ? later(now, LOOK_AGAIN_MS) : nextAt(soon, messagesPerSecond, now)
  const waiting = { id: group, places: 0, untilMs: comeAt.getTime() + IN_LINE_MS, isGroup: true }
  const isThere = turns.some((turn) => isGroupOf(turn, group))
  const queued = isThere ? turns.map((turn) => (isGroupOf(turn, group) ? waiting : turn)) : [...turns, waiting]
  return { turns: queued, taken: 0, nextAt: comeAt }
}

/** What was taken under the id has reached the provider by `at`, and counts for one window from then on. */
export function endTurn(turns: readonly Turn[], messagesPerSecond: number, { id, at }: TurnEnd): readonly Turn[] {
  const untilMs = at.getTime() + paceWindowMs(messagesPerSecond)
  return turns.map((turn) => (turn.id === id && isRunning(turn) ? { ...turn, untilMs } : turn))
}

type TurnEnd = { readonly id: string; readonly at: Date }

/** How long a message counts once the provider has answered. */
export function paceWindowMs(messagesPerSecond: number): number {
  return Math.max(SECOND_MS, Math.ceil(SECOND_MS / messagesPerSecond))
}

function capacityOf(messagesPerSecond: number): number {
  return Math.max(1, Math.floor(messagesPerSecond))
}

function isInLine({ isInLine }: Turn): boolean {
  return isInLine === true
}

function isGroup({ isGroup }: Turn): boolean {
  return isGroup === true
}

function isGroupOf(turn: Turn, id: string | undefined): boolean {
  return isGroup(turn) && turn.id === id
}

/** What is on its way, or was a moment ago. */
function isRunning(turn: Turn): boolean {
  return !isInLine(turn) && !isGroup(turn)
}

function placesOf(turns: readonly Turn[]): number {
  return turns.reduce((sum, { places }) => sum + places, 0)
}

type Line = { readonly messagesPerSecond: number; readonly ahead: number }

function freePlaces(turns: readonly Turn[], { messagesPerSecond, ahead }: Line): number {
  const running = turns.filter(isRunning)
  return Math.max(0, capacityOf(messagesPerSecond) - placesOf(running) - ahead)
}

/** Turns as they are if all that is on its way is answered now: nobody gets a place before that. */
function soonest(turns: readonly Turn[], messagesPerSecond: number, now: Date): readonly Turn[] {
  const endMs = now.getTime() + paceWindowMs(messagesPerSecond)
  return turns.map((turn) => (isRunning(turn) ? { ...turn, untilMs: Math.min(turn.untilMs, endMs) } : turn))
}

/** For whoever comes after `ahead` others that stand in line, each of whom keeps a place for a window. */
function nextAt(
  turns: readonly Turn[],
  messagesPerSecond: number,
  now: Date,
  ahead: number = turns.filter(isInLine).length,
): Date {
  const running = turns.filter(isRunning).sort((one, other) => one.untilMs - other.untilMs)
  let missing = placesOf(running) + ahead + 1 - capacityOf(messagesPerSecond)
  if (missing <= 0) return now
  let lastMs = now.getTime()
  for (const { places, untilMs } of running) {
    missing -= places
    lastMs = untilMs
    if (missing <= 0) return new Date(lastMs)
  }
  const windows = Math.ceil(missing / capacityOf(messagesPerSecond))
  return new Date(lastMs + windows * paceWindowMs(messagesPerSecond))
}
