import type { Request } from 'express'
import { HttpError } from '../api/problem.js'

/** How slowly a body may come. */
export type ArrivalTimeouts = {
  /** For any body, and for one that stands still. */
  readonly restMs: number
  /** What has come earns more time, at this rate. */
  readonly bytesPerSecond: number
}

/**
 * Refuses a body that comes too slowly, while others wait for its place: how long it is by its own word is nothing to go
 * by, so what counts is what has come. `read` begins to read it before it returns.
 */
export async function withArrivalTimeout<T>(
  req: Request,
  read: () => Promise<T>,
  patience: ArrivalTimeouts,
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
    const look = () => {
      const earnedMs = (length / patience.bytesPerSecond) * 1_000
      const leftMs = startedMs + patience.restMs + earnedMs - performance.now()
      if (leftMs > 0) timer = setTimeout(look, leftMs)
      else reject(tooSlow(patience))
    }
    look()
  })
  try {
    return await Promise.race([arrival, deadline])
  } finally {
    clearTimeout(timer)
    req.off('data', count)
  }
}

/** Whatever still comes in is nobody's any more. */
function tooSlow({ restMs, bytesPerSecond }: ArrivalTimeouts): HttpError {
  const message = `The body comes too slowly: it has ${restMs / 1_000} s, and 1 s more for each ${bytesPerSecond} bytes`
  return new HttpError('too-slow', message, { Connection: 'close' })
}
