import type { Request } from 'express'
import { HttpError } from '../api/problem.js'

/** How slowly a body may arrive. */
export type ArrivalTimeouts = {
  /** The time that every body has, even if no bytes arrive. */
  readonly restMs: number
  /** Received bytes extend the time at this rate. */
  readonly bytesPerSecond: number
}

/**
 * Refuses a body that arrives too slowly, because other requests wait for its slot. The declared length cannot be
 * trusted, so only received bytes count. `read` must start to read the body before it returns.
 */
export async function withArrivalTimeout<T>(
  req: Request,
  read: () => Promise<T>,
  timeouts: ArrivalTimeouts,
): Promise<T> {
  let length = 0
  let timer: NodeJS.Timeout | undefined
  const count = (bytes: Buffer) => {
    length += bytes.length
  }
  req.on('data', count)
  const arrival = read()
  const startedMs = performance.now()
  const deadline = new Promise<never>((_resolve, reject) => {
    const check = () => {
      const earnedMs = (length / timeouts.bytesPerSecond) * 1_000
      const leftMs = startedMs + timeouts.restMs + earnedMs - performance.now()
      if (leftMs > 0) timer = setTimeout(check, leftMs)
      else reject(tooSlow(timeouts))
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

/** Closes the connection, because nothing reads the rest of the body. */
function tooSlow({ restMs, bytesPerSecond }: ArrivalTimeouts): HttpError {
  const message = `The body arrives too slowly: it must arrive within ${restMs / 1_000} s, plus 1 s for each ${bytesPerSecond} bytes`
  return new HttpError('too-slow', message, { Connection: 'close' })
}
