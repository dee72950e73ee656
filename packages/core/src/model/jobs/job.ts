import type {
  AccountId,
  BroadcastId,
  JobId,
  MessageId,
  ScheduleId,
  SendId,
  WebhookEndpointId,
} from '../../values/ids.js'
import { toStorable } from '../../values/text/text.js'

/** What is to be done, by kind. */
export type JobBody =
  /** Brings one message to its end: the attempt that was left open, or the next one. */
  | { readonly kind: 'finish-message'; readonly payload: FinishMessagePayload }
  /** Works a chunk of a broadcast, slice by slice. */
  | { readonly kind: 'dispatch-chunk'; readonly payload: { readonly broadcast: BroadcastId; readonly chunk: number } }
  /** Waits for the next occurrence of a schedule, and begins it. */
  | { readonly kind: 'run-occurrence'; readonly payload: { readonly schedule: ScheduleId } }
  /** Starts a send of a schedule when its time has come, and its waves, one after the other. */
  | { readonly kind: 'start-send'; readonly payload: StartSendPayload }
  /** Delivers to an endpoint what is due. */
  | { readonly kind: 'deliver-events'; readonly payload: { readonly endpoint: WebhookEndpointId } }
export type JobKind = JobBody['kind']

export type FinishMessagePayload = {
  readonly message: MessageId
  /** Since when it is tried, the time that it waited for its turn left out; else since it was created. */
  readonly sinceMs?: number
}

type StartSendPayload = { readonly schedule: ScheduleId; readonly send: SendId }

/**
 * Small jobs have a lane of their own, so that they never wait behind the chunks of a broadcast; and so have those of
 * schedules, most of which lie in the future, where nobody who looks for other work has to pass them. Webhook endpoints
 * that are slow to answer keep to a lane of their own, so that the others have theirs to themselves.
 */
export const JOB_LANES = ['quick', 'bulk', 'timed', 'webhooks', 'slow-webhooks'] as const
export type JobLane = (typeof JOB_LANES)[number]

/**
 * Work that outlives the process that asked for it:
 *
 *     waiting --claimed--> held under a lease --finished--> gone
 *        ^                     |    `--failed too often--> dead, until an operator retries it
 *        `--put off, or the lease ran out
 */
export type Job = JobBody & {
  readonly id: JobId
  readonly account: AccountId
  readonly lane: JobLane
  /** Not before this. */
  readonly runAt: Date
}

export type ClaimedJob = Job & {
  /** How often it was claimed, this time included. */
  readonly attempt: number
  /** Of this claim: whoever finishes must still hold the newest. */
  readonly fence: string
  readonly leaseUntil: Date
}

export type ClaimedJobOf<Kind extends JobKind> = Extract<ClaimedJob, { readonly kind: Kind }>

export type DeadJob = Job & { readonly attempt: number; readonly diedAt: Date; readonly error: string }

export const JOB_LEASE_MS = 30_000
export const JOB_ATTEMPTS_MAX = 20
const DEATH_NOTE_MAX = 1_000
const BACKOFF_FIRST_MS = 1_000
const BACKOFF_MAX_MS = 600_000

/**
 * A job of a schedule never dies: it would hold up what follows, and credits, and nobody would hear of it. What it is
 * late for is skipped and told. Nor does one of an endpoint: what cannot be delivered has an end of its own.
 */
export function mayDie({ lane }: Pick<Job, 'lane'>): boolean {
  return lane === 'quick' || lane === 'bulk'
}

/** Doubles from try to try; `chance` (0 to 1) takes off up to half, so that failures do not march in step. */
export function backoffMs(attempt: number, chance: number): number {
  const wholeMs = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** Math.min(attempt - 1, 20))
  return Math.round(wholeMs * (1 - chance / 2))
}

/** What a dead job tells of its error, bounded, and in text that every store can keep. */
export function deadJobError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return toStorable(text.slice(0, DEATH_NOTE_MAX))
}
