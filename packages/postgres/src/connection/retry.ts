import { setTimeout as sleep } from 'node:timers/promises'
import { isPassing } from './is-outage.js'

const ATTEMPTS_MAX = 6
const BACK_OFF_MS = 20

/** Runs `work` again, a bounded number of times, after an error that has nothing to do with what it does. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !isPassing(error)) throw error
    }
    await sleep(Math.random() * BACK_OFF_MS * 2 ** attempt)
  }
}
