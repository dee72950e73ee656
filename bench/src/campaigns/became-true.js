import { setTimeout as delay } from 'node:timers/promises'

const POLL_EVERY_MS = 100

/** Polls until the condition is true; returns false if it is not true within `withinMs`. */
export async function becameTrue(isTrue, { withinMs }) {
  const deadline = performance.now() + withinMs
  while (!(await isTrue())) {
    if (performance.now() > deadline) return false
    await delay(POLL_EVERY_MS)
  }
  return true
}
