import { setTimeout as sleep } from 'node:timers/promises'

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

/** Deadlock, serialization failure, a server that shuts down, crashes or starts, a connection that broke. */
const PASSING_CODE = /^(40P01|40001|57P0[123]|08...|ECONNRESET|EPIPE)$/

/** The driver has no codes of its own, and knex puts the statement before what it says. */
const PASSING_MESSAGE = /(^| - )(Connection terminated|Client has encountered a connection error and is not queryable)/

function isPassing(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && PASSING_CODE.test(code)) return true
  return typeof message === 'string' && PASSING_MESSAGE.test(message)
}
