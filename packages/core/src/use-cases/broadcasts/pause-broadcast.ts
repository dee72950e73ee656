import type { ChunkState } from '../../model/broadcasts/broadcast-store.js'
import { broadcastView, type BroadcastView } from '../../model/broadcasts/broadcast-view.js'
import { isUnderWay, queuedOf, type Broadcast } from '../../model/broadcasts/broadcast.js'
import { resumedWatch } from '../../model/broadcasts/watch.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { addMs } from '../../values/time/instant.js'
import { pauseIn } from '../watch/judge-broadcast.js'
import { jobsToWake } from './chunk-job.js'
import { requireBroadcast, type BroadcastName } from './read-broadcast.js'
import { canaryJobOf } from './watch-canary.js'

export type PausedBroadcast = {
  readonly broadcast: BroadcastView
  /** The messages that are being submitted: only they may still reach the provider. */
  readonly inFlight: number
}

/**
 * Stops a broadcast after the messages that are being submitted, until it is resumed or expires. Its waves and its canary
 * wait too. A broadcast that has ended, was canceled or is paused stays unchanged. It locks the chunks, like the
 * transaction that begins a slice: so no slice begins after it, and the number of messages in flight is exact.
 */
export class PauseBroadcast {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids }) {}

  execute(name: BroadcastName): Promise<PausedBroadcast> {
    const now = this.deps.clock.now()
    const eventId = this.deps.ids.next('evt')
    return this.deps.unitOfWork.run(async (stores) => {
      const { account, id } = await requireBroadcast(stores, name)
      const chunks = await stores.broadcasts.lockChunks(account, id)
      const broadcast = (await stores.broadcasts.lock(account, id))!
      const inFlight = inFlightOf(broadcast, chunks)
      if (!isUnderWay(broadcast) || broadcast.pausedAt !== null) {
        return { broadcast: broadcastView(broadcast), inFlight }
      }
      const paused = await pauseIn(stores, { broadcast, limit: null, eventId, now })
      return { broadcast: broadcastView(paused), inFlight }
    })
  }
}

/**
 * The messages of open attempts, and those in doubt, which separate jobs resolve. Everything else that is queued has not
 * begun, waits for another attempt, or fails without being submitted.
 */
function inFlightOf(broadcast: Broadcast, chunks: readonly ChunkState[]): number {
  return queuedOf(broadcast) - chunks.reduce((sum, chunk) => sum + notSubmitted(chunk), 0)
}

function notSubmitted({ length, progress: { cursor, waiting, attempt } }: ChunkState): number {
  const stopped = attempt === null ? 0 : attempt.stopped.length + attempt.overdue.length
  return length - cursor + waiting.length + stopped
}

/**
 * Continues a paused broadcast at once, and its next wave within a minute. If a limit had paused it, its other recipients
 * are released, and it is not judged again. Any other broadcast stays unchanged.
 */
export class ResumeBroadcast {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  execute(name: BroadcastName): Promise<BroadcastView> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const { account, id } = await requireBroadcast(stores, name)
      const chunks = await stores.broadcasts.chunkStates(account, id)
      const found = (await stores.broadcasts.find(account, id))!
      if (!isUnderWay(found) || found.pausedAt === null) return broadcastView(found)
      // Jobs are locked before broadcasts.
      await stores.jobs.wake([...jobsToWake(found, chunks.filter(isUnfinished), now), ...canaryToWake(found, now)])
      const locked = (await stores.broadcasts.lock(account, id))!
      const resumed = { ...locked, pausedAt: null, watch: resumedWatch(locked.watch) }
      await stores.broadcasts.save(resumed)
      return broadcastView(resumed)
    })
  }
}

/** How long a job of a paused broadcast rests: resuming wakes it earlier, so this is only for a lost wake-up. */
const REST_MS = 10 * 60_000
/** A wave is not woken by resuming. */
const WAVE_REST_MS = 60_000

export function restUntil(now: Date): Date {
  return addMs(now, REST_MS)
}

export function nextLookAtWave(now: Date): Date {
  return addMs(now, WAVE_REST_MS)
}

/** A send of a schedule has no such job: the job of its waves looks at it within a minute. */
function canaryToWake(broadcast: Broadcast, now: Date) {
  const { send, released, total } = broadcast
  return send === null && released < total ? [canaryJobOf(broadcast, now)] : []
}

function isUnfinished({ length, progress }: ChunkState): boolean {
  return progress.cursor < length || progress.waiting.length > 0 || progress.attempt !== null
}
