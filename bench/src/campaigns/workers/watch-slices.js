import { setTimeout as delay } from 'node:timers/promises'

const POLL_EVERY_MS = 500
/** A live worker's slice takes less time: the provider responds within 5 s, or the worker stops waiting. */
const LIVES_MS = 8_000

/**
 * Watches the open slices, and counts those that stay open for longer than a live worker needs. If the database could
 * not be read, `leftOpen` and `end` throw the error.
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
      await delay(POLL_EVERY_MS)
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
    /** Stops watching, for a caller that ends because of another error. */
    stop,
    async end() {
      await stop()
      return countLeftOpen()
    },
  }
}

const OPEN_SLICES = 'select attempt_id from broadcast_chunk where attempt_id is not null'
