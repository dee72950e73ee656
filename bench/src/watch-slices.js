import { setTimeout as delay } from 'node:timers/promises'

const LOOK_EVERY_MS = 500
/** So long no slice takes whose worker lives: the provider answers within 5 s, or nobody waits for it. */
const LIVES_MS = 8_000

/** Looks which slices are open, and counts those that nobody goes on with until their claim has run out. */
export function watchSlices(service) {
  const firstSeenMs = new Map()
  const leftOpen = new Set()
  let isEnded = false
  const watching = (async () => {
    while (!isEnded) {
      for (const { attempt_id: attempt } of await service.sql(OPEN_SLICES)) {
        if (!firstSeenMs.has(attempt)) firstSeenMs.set(attempt, performance.now())
        if (performance.now() - firstSeenMs.get(attempt) > LIVES_MS) leftOpen.add(attempt)
      }
      await delay(LOOK_EVERY_MS)
    }
  })()
  return {
    leftOpen: () => leftOpen.size,
    async end() {
      isEnded = true
      await watching
      return leftOpen.size
    },
  }
}

const OPEN_SLICES = 'select attempt_id from broadcast_chunk where attempt_id is not null'
