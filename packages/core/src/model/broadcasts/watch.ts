import { addMs } from '../../values/time/instant.js'
import type { AutoPause } from '../accounts/auto-pause.js'
import type { Canary } from './canary.js'

/** What pauses a broadcast without a request, fixed when it was accepted, and what it has found so far. */
export type Watch = {
  readonly canary: Canary | null
  /** The other recipients are released, or an operator has decided. */
  readonly isCanaryOver: boolean
  /**
   * When recipients of the open canary were last seen waiting for their sending windows, or when it was given more recipients, in
   * milliseconds: its wait begins again then. Absent if neither happened.
   */
  readonly heldAtMs?: number
  /** The setting of the account. It applies while no canary is open; null once an operator has resumed the broadcast. */
  readonly autoPause: AutoPause | null
  /** The limit that paused it; null if a request did, and while it is not paused. */
  readonly pausedBecause: PassedLimit | null
}

/** A limit that was passed, with shares from 0 to 1. */
export type PassedLimit = {
  readonly rule: 'canary' | 'autoPause'
  readonly limit: 'failedOver' | 'optedOutOver'
  readonly allowed: number
  /** The share that was found, with four decimals. */
  readonly found: number
  /** The number of messages that it is a share of. */
  readonly of: number
}

/** Why a broadcast is paused. */
export type PauseCause = PassedLimit | { readonly rule: 'request' }

/** The parts of a broadcast that decide whether it is watched. */
type Watched = {
  readonly watch: Watch | null
  readonly pausedAt: Date | null
  readonly completedAt: Date | null
  readonly status: string
}

/** Null if nothing is to be watched. */
export function watchOf(canary: Canary | null, autoPause: AutoPause | null): Watch | null {
  if (canary === null && autoPause === null) return null
  return { canary, isCanaryOver: canary === null, autoPause, pausedBecause: null }
}

/** An operator has decided: the broadcast is not judged again, and its other recipients may be released. */
export function resumedWatch(watch: Watch | null): Watch | null {
  if (watch === null || watch.pausedBecause === null) return watch
  return { ...watch, isCanaryOver: true, autoPause: null, pausedBecause: null }
}

/** The watch of a broadcast whose canary was judged and passed no limit. */
export function withoutOpenCanary(watch: Watch | null): Watch | null {
  return watch && { ...watch, isCanaryOver: true }
}

/**
 * How many recipients are released after a canary of which no message was submitted: twice as many. So a few people who may
 * not be texted do not stand for all, and a broadcast of which nobody may be texted still ends soon.
 */
export function releasedAfterUntested({
  released,
  total,
}: {
  readonly released: number
  readonly total: number
}): number {
  return Math.min(total, 2 * released)
}

/** The watch of a broadcast whose canary has more recipients from now on: its wait begins again. */
export function withWaitFrom(watch: Watch | null, now: Date): Watch | null {
  return watch && { ...watch, heldAtMs: now.getTime() }
}

export function openCanaryOf({ watch }: Pick<Watched, 'watch'>): Canary | null {
  return watch === null || watch.isCanaryOver ? null : watch.canary
}

/**
 * The end of the wait of an open canary; null if no message has been attempted yet. If all recipients of the canary failed
 * without an attempt, the wait is over at once.
 */
export function waitEndOf(
  { startedAt, createdAt, watch, released, counts }: WaitingBroadcast,
  { waitMinutes }: Pick<Canary, 'waitMinutes'>,
): Date | null {
  if (startedAt === null) return counts.sent + counts.failed + counts.canceled < released ? null : createdAt
  return addMs(new Date(Math.max(startedAt.getTime(), watch?.heldAtMs ?? 0)), waitMinutes * 60_000)
}

type WaitingBroadcast = {
  readonly startedAt: Date | null
  readonly createdAt: Date
  readonly watch: Watch | null
  readonly released: number
  readonly counts: { readonly sent: number; readonly failed: number; readonly canceled: number }
}

type Limits = Pick<AutoPause, 'failedOver' | 'atLeast'> & {
  readonly rule: PassedLimit['rule']
  readonly optedOutOver: number | null
}

/** The limits that apply now; null for a broadcast that is not watched, and for one that is paused or has ended. */
export function limitsOf({ watch, pausedAt, completedAt, status }: Watched): Limits | null {
  if (watch === null || pausedAt !== null || completedAt !== null || status === 'canceled') return null
  const canary = openCanaryOf({ watch })
  if (canary !== null) return { rule: 'canary', ...canary.stopWhen }
  return watch.autoPause && { rule: 'autoPause', optedOutOver: null, ...watch.autoPause }
}

/** The messages that the limits are about. `refused` are the failed messages that `refusedAmong` counts. */
export type WatchedCounts = { readonly sent: number; readonly refused: number; readonly optedOut: number }

/** The first limit that is passed, if any. */
export function passedLimit(limits: Limits, { sent, refused, optedOut }: WatchedCounts): PassedLimit | null {
  const { rule, failedOver, optedOutOver, atLeast } = limits
  const outcomes = sent + refused
  if (outcomes < atLeast) return null
  if (isOver(refused, outcomes, failedOver))
    return passed({ rule, limit: 'failedOver', allowed: failedOver }, refused, outcomes)
  if (optedOutOver === null || !isOver(optedOut, sent, optedOutOver)) return null
  return passed({ rule, limit: 'optedOutOver', allowed: optedOutOver }, optedOut, sent)
}

function isOver(part: number, whole: number, allowed: number): boolean {
  return part > 0 && part > allowed * whole
}

function passed(limit: Pick<PassedLimit, 'rule' | 'limit' | 'allowed'>, part: number, whole: number): PassedLimit {
  return { ...limit, found: Math.round((part / whole) * 10_000) / 10_000, of: whole }
}
