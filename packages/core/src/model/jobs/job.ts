import type {
  AccountId,
  BroadcastId,
  ImportId,
  JobId,
  MessageId,
  ScheduleId,
  SendId,
  WebhookEndpointId,
} from '../../values/ids.js'
import { toStorable } from '../../values/text/text.js'

/** What is to be done, by kind. */
export type JobBody =
  /** Finishes one message: resolves the attempt that was left open, or makes the next attempt. */
  | { readonly kind: 'finish-message'; readonly payload: FinishMessagePayload }
  /** Processes a chunk of a broadcast, slice by slice. */
  | { readonly kind: 'dispatch-chunk'; readonly payload: { readonly broadcast: BroadcastId; readonly chunk: number } }
  /** Waits for the next occurrence of a schedule, and begins it. */
  | { readonly kind: 'run-occurrence'; readonly payload: { readonly schedule: ScheduleId } }
  /** Starts a send of a schedule when it is due, and then its waves, one after the other. */
  | { readonly kind: 'start-send'; readonly payload: StartSendPayload }
  /** Judges the canary of a broadcast, and then releases the other recipients. */
  | { readonly kind: 'watch-canary'; readonly payload: { readonly broadcast: BroadcastId } }
  /** Imports or checks an uploaded contact file, step by step. */
  | { readonly kind: 'run-import'; readonly payload: { readonly import: ImportId } }
  /** Delivers the due events to an endpoint. */
  | { readonly kind: 'deliver-events'; readonly payload: { readonly endpoint: WebhookEndpointId } }
export type JobKind = JobBody['kind']

export type FinishMessagePayload = {
  readonly message: MessageId
  /** When the attempts began, after the time in the queue; if absent, they began when the message was created. */
  readonly sinceMs?: number
}

type StartSendPayload = { readonly schedule: ScheduleId; readonly send: SendId }

/**
 * Small jobs have a separate lane so that they never wait behind the chunks of a broadcast. Jobs of schedules and
 * canaries have one because most are due in the future: claims for other work do not have to scan past them. Slow endpoints have a
 * separate lane so that they do not delay the others.
 */
export const JOB_LANES = ['quick', 'bulk', 'timed', 'webhooks', 'slow-webhooks'] as const
export type JobLane = (typeof JOB_LANES)[number]

/**
 * Work that outlives the process that asked for it:
 *
 *     waiting --claimed--> claimed under a lease --finished--> gone
 *        ^                     |    `--failed too often--> dead, until a person retries or discards it
 *        `--postponed, or the lease expired
 */
export type Job = JobBody & {
  readonly id: JobId
  readonly account: AccountId
  readonly lane: JobLane
  /** The job does not run before this instant. */
  readonly runAt: Date
}

export type ClaimedJob = Job & {
  /** The number of claims of the job, including this one. */
  readonly attempt: number
  /** Identifies this claim: only the newest claim may finish the job. */
  readonly fence: string
  readonly leaseUntil: Date
}

export type ClaimedJobOf<Kind extends JobKind> = Extract<ClaimedJob, { readonly kind: Kind }>

export type DeadJob = Job & { readonly attempt: number; readonly diedAt: Date; readonly error: string }

export type DeadJobOf<Kind extends JobKind> = Extract<DeadJob, { readonly kind: Kind }>

export const JOB_LEASE_MS = 30_000
export const JOB_ATTEMPTS_MAX = 20
const DEATH_NOTE_MAX = 1_000
const BACKOFF_FIRST_MS = 1_000
const BACKOFF_MAX_MS = 600_000

/**
 * A job of a schedule never dies: a dead job would silently block later sends and keep credits reserved. A send that is
 * too late is skipped and reported. A job of an endpoint never dies either: each delivery expires separately.
 */
export function mayDie({ lane }: Pick<Job, 'lane'>): boolean {
  return lane === 'quick' || lane === 'bulk'
}

/** Doubles with each attempt; `chance` (0 to 1) subtracts up to half, so that failed jobs do not retry in lockstep. */
export function backoffMs(attempt: number, chance: number): number {
  const wholeMs = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** Math.min(attempt - 1, 20))
  return Math.round(wholeMs * (1 - chance / 2))
}

/** The error text of a dead job: limited in length, and only with characters that every store can keep. */
export function deadJobError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return toStorable(text.slice(0, DEATH_NOTE_MAX))
}
