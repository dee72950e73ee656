import type { Request } from 'express'
import { HttpError } from '../api/problem.js'
import { LINGER_MS } from '../api/refuse-unread.js'
import { progressOf, secondsOf } from '../input/arrival.js'
import { allowBodyMs, bodyMsOf } from '../api/body-time.js'

/** How many times longer than another body the file of an import may take: 30 min instead of 60 s. */
const IMPORT_TIME_FACTOR = 30

/**
 * The file as it arrives, within a time. Only the time that the server waits for the client counts, because a large
 * file also takes long to store. If the caller stops early, the connection stays open for the response.
 */
export async function* arrivingFile(req: Request): AsyncGenerator<Uint8Array> {
  const allowedMs = bodyMsOf(req) * IMPORT_TIME_FACTOR
  allowBodyMs(req, allowedMs)
  const chunks: AsyncIterator<Uint8Array> = req.iterator({ destroyOnReturn: false })
  let leftMs = allowedMs
  let length = 0
  let isLate = false
  try {
    for (;;) {
      const startedMs = performance.now()
      const next = await within(leftMs, chunks.next())
      leftMs -= performance.now() - startedMs
      isLate = next === null
      if (next === null) {
        // The connection closes after the response, even one that has begun.
        allowBodyMs(req, LINGER_MS)
        throw tooSlow(req, length, allowedMs)
      }
      if (next.done) return
      length += next.value.length
      yield next.value
    }
  } finally {
    // The iterator of a late client would end only after the next chunk.
    if (!isLate) await chunks.return?.()
  }
}

/** Null when the time is over first. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function tooSlow(req: Request, length: number, allowedMs: number): HttpError {
  const seconds = secondsOf(allowedMs)
  const message = `The file arrives too slowly: ${progressOf(req, length)} in ${seconds} s of waiting, but the whole file must arrive within ${seconds} s of waiting`
  return new HttpError('too-slow', message, { Connection: 'close' })
}
