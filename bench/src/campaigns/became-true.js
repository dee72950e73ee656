import { setTimeout as delay } from 'node:timers/promises'

const POLL_EVERY_MS = 100

/** Polls until it is true; returns false after `withinMs`. */
export async function becameTrue(isTrue, { withinMs }) {
  const deadline = performance.now() + withinMs
  while (!(await isTrue())) {
    if (performance.now() > deadline) return false
    await delay(POLL_EVERY_MS)
  }
  return true
}
