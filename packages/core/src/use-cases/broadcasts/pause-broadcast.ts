import type { ChunkState } from '../../model/broadcasts/broadcast-store.js'
import { broadcastView, type BroadcastView } from '../../model/broadcasts/broadcast-view.js'
import type { Broadcast } from '../../model/broadcasts/broadcast.js'
import type { Clock } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { addMs } from '../../values/time/instant.js'
import { jobsToWake } from './chunk-job.js'
import { requireBroadcast, type BroadcastName } from './read-broadcast.js'

/**
 * Stops a broadcast after the messages that are being submitted, until it is resumed. Its waves wait too. A broadcast
 * that has ended, was canceled or is paused stays unchanged.
 */
export class PauseBroadcast {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  execute(name: BroadcastName): Promise<BroadcastView> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const { account, id } = await requireBroadcast(stores, name)
      const broadcast = (await stores.broadcasts.lock(account, id))!
      if (!isUnderWay(broadcast) || broadcast.pausedAt !== null) return broadcastView(broadcast)
      const paused = { ...broadcast, pausedAt: now }
      await stores.broadcasts.save(paused)
      return broadcastView(paused)
    })
  }
}

/** Continues a paused broadcast at once, and its next wave within a minute. Any other broadcast stays unchanged. */
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
      await stores.jobs.wake(jobsToWake(found, chunks.filter(isUnfinished), now))
      const resumed = { ...(await stores.broadcasts.lock(account, id))!, pausedAt: null }
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

function isUnderWay({ completedAt, status }: Broadcast): boolean {
  return completedAt === null && status !== 'canceled'
}

function isUnfinished({ length, progress }: ChunkState): boolean {
  return progress.cursor < length || progress.waiting.length > 0 || progress.attempt !== null
}
