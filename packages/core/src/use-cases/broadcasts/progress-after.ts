import type { OpenProgress } from '../../model/broadcasts/broadcast-store.js'
import { waitsForProvider, type ChunkProgress, type Waiting } from '../../model/broadcasts/chunk.js'
import { backoffMs } from '../../model/jobs/job.js'
import { addMs } from '../../values/time/instant.js'
import { RETRY_FOR_MS } from '../messages/settlement.js'

/**
 * The progress of a chunk after a slice that submitted this many messages. Backs off further each time the provider accepts no
 * message at all, unless the provider says when to retry. A slice that submitted no messages does not change the backoff.
 */
export function progressAfter(end: RetryTiming, notTaken: readonly NotTaken[], submitted: number): ChunkProgress {
  const { progress, isCanceled, now, chance } = end
  if (isCanceled) return { ...progress, waiting: [], misses: 0, retryAt: null, attempt: null }
  const isMissed = notTaken.length > 0 && notTaken.length === submitted
  const missed = submitted === 0 ? progress.misses : isMissed ? progress.misses + 1 : 0
  const ownWaitMs = backoffMs(Math.max(1, missed), chance)
  const joining = notTaken.map(({ afterMs, ...one }) => ({ ...one, dueMs: now.getTime() + (afterMs ?? ownWaitMs) }))
  const waiting = [...progress.waiting, ...joining]
  const waitForOthers = waiting.length > 0 && !waiting.some(waitsForProvider)
  const misses = waitForOthers ? 0 : missed
  const retryAt = isMissed ? firstDueOf(joining) : nextTryAt({ waiting, misses }, end)
  return { ...progress, waiting, misses, retryAt, attempt: null }
}

/** A recipient that now waits to be retried. `afterMs`: the delay that the provider requested, if any. */
export type NotTaken = Omit<Waiting, 'dueMs'> & { readonly afterMs: number | null }

export type RetryTiming = {
  readonly now: Date
  /** The current progress of the chunk. */
  readonly progress: OpenProgress
  /** If true, no recipient is retried. */
  readonly isCanceled: boolean
  /** A random number from 0 to 1, for the backoff. */
  readonly chance: number
}

/** While the provider accepts no messages, no recipient is tried before the next retry is due. */
function nextTryAt({ waiting, misses }: Pick<ChunkProgress, 'waiting' | 'misses'>, end: RetryTiming): Date | null {
  if (misses > 0) return end.progress.retryAt
  const paced = waiting.filter(({ isPaced }) => isPaced)
  if (paced.length === 0) return waiting.length === 0 ? null : retryAtOf(waiting, end)
  const others = waiting.filter(({ isPaced }) => !isPaced)
  const first = firstDueOf(paced)
  return others.length === 0 ? first : earliest(first, retryAtOf(others, end))
}

function earliest(one: Date, other: Date): Date {
  return one < other ? one : other
}

/** When the first of the recipients is due, or reaches the end of its hour of retries. */
export function firstDueOf(waiting: readonly Waiting[]): Date {
  return new Date(
    Math.min(
      ...waiting.map((one) => (waitsForProvider(one) ? Math.min(one.dueMs, one.sinceMs + RETRY_FOR_MS) : one.dueMs)),
    ),
  )
}

/** A little after the first due time, to try several recipients together, but not later than the present `retryAt`. */
function retryAtOf(waiting: readonly Waiting[], { progress: { retryAt }, now, chance }: RetryTiming): Date {
  const first = firstDueOf(waiting)
  const together = addMs(now, backoffMs(1, chance))
  if (first <= now) return now
  const latest = retryAt !== null && retryAt > now && retryAt < together ? retryAt : together
  return first > latest ? first : latest
}
