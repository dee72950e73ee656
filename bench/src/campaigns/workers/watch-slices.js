import { setTimeout as delay } from 'node:timers/promises'

const LOOK_EVERY_MS = 500
/** So long no slice takes whose worker lives: the provider answers within 5 s, or nobody waits for it. */
const LIVES_MS = 8_000

/**
 * Looks which slices are open, and counts those that nobody goes on with until their claim has run out. Where it could
 * not look, `leftOpen` and `end` throw why.
 */
export function watchSlices(service) {
  const firstSeenMs = new Map()
  const leftOpen = new Set()
  let isOver = false
  let failure = null
  const watch = async () => {
    while (!isOver) {
      for (const { attempt_id: attempt } of await service.sql(OPEN_SLICES)) {
        if (!firstSeenMs.has(attempt)) firstSeenMs.set(attempt, performance.now())
        if (performance.now() - firstSeenMs.get(attempt) > LIVES_MS) leftOpen.add(attempt)
      }
      await delay(LOOK_EVERY_MS)
    }
  }
  const watching = watch().catch((error) => (failure = error))
  const countLeftOpen = () => {
    if (failure !== null) throw failure
    return leftOpen.size
  }
  const stop = async () => {
    isOver = true
    await watching
  }
  return {
    leftOpen: countLeftOpen,
    /** For whoever gives up, for a reason of its own. */
    stop,
    async end() {
      await stop()
      return countLeftOpen()
    },
  }
}

const OPEN_SLICES = 'select attempt_id from broadcast_chunk where attempt_id is not null'
