import { setTimeout as delay } from 'node:timers/promises'

/** Rejects if the promise takes longer. `what`: what did not happen, as in `nobody has connected`. */
export async function within(ms, promise, what) {
  const waiting = new AbortController()
  const late = delay(ms, undefined, { signal: waiting.signal }).then(
    () => {
      throw new Error(`${what} within ${ms} ms`)
    },
    () => {},
  )
  try {
    return await Promise.race([promise, late])
  } finally {
    waiting.abort()
  }
}
