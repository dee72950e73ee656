import type { IncomingMessage } from 'node:http'
import { HttpError } from '../api/problem.js'
import { bodyMsOf } from '../api/body-time.js'

/** How slowly a body may arrive whose slot other requests wait for. */
export type ArrivalTimeouts = {
  /** The time that every body has, even if no bytes arrive. */
  readonly restMs: number
  /** Received bytes extend the time at this rate. */
  readonly bytesPerSecond: number
}

/**
 * Refuses a body that arrives too slowly. Every body has the same time in all. The timeouts allow less, for a body
 * whose slot other requests wait for: the declared length cannot be trusted, so only received bytes count. `read` must
 * start to read the body before it returns.
 */
export async function withArrivalTimeout<T>(
  req: IncomingMessage,
  read: () => Promise<T>,
  timeouts: ArrivalTimeouts | null,
): Promise<T> {
  let length = 0
  let timer: NodeJS.Timeout | undefined
  const count = (bytes: Buffer) => {
    length += bytes.length
  }
  req.on('data', count)
  const arrival = read()
  const totalMs = bodyMsOf(req)
  const startedMs = performance.now()
  const deadline = new Promise<never>((_resolve, reject) => {
    const check = () => {
      const allowedMs = Math.min(totalMs, earnedMs(length, timeouts))
      const leftMs = startedMs + allowedMs - performance.now()
      if (leftMs > 0) timer = setTimeout(check, leftMs)
      else reject(tooSlow(`${progressOf(req, length)} in ${secondsOf(allowedMs)} s`, { totalMs, timeouts }))
    }
    check()
  })
  try {
    return await Promise.race([arrival, deadline])
  } finally {
    clearTimeout(timer)
    req.off('data', count)
  }
}

function earnedMs(length: number, timeouts: ArrivalTimeouts | null): number {
  return timeouts === null ? Infinity : timeouts.restMs + (length / timeouts.bytesPerSecond) * 1_000
}

export function progressOf({ headers }: IncomingMessage, length: number): string {
  const declared = headers['content-length']
  return declared === undefined ? `${length} bytes arrived` : `${length} of ${declared} bytes arrived`
}

type Allowed = { readonly totalMs: number; readonly timeouts: ArrivalTimeouts | null }

/** Closes the connection, because nothing reads the rest of the body. */
function tooSlow(progress: string, { totalMs, timeouts }: Allowed): HttpError {
  const total = `within ${secondsOf(totalMs)} s`
  const expected =
    timeouts === null
      ? total
      : `within ${secondsOf(timeouts.restMs)} s, plus 1 s for each ${timeouts.bytesPerSecond} bytes, and ${total} in all`
  const message = `The body arrives too slowly: ${progress}, but all of it must arrive ${expected}`
  return new HttpError('too-slow', message, { Connection: 'close' })
}

export function secondsOf(ms: number): number {
  return Math.round(ms / 10) / 100
}
