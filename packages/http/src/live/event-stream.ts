import type { Change } from '@carillon/core'
import type { Response } from 'express'

/** A client that reads this little is gone, or will never catch up: it comes back, and asks what it has missed. */
const UNREAD_LENGTH_MAX = 64 * 1024
const RETRY_MS = 3_000

export type EventStream = ReturnType<typeof eventStream>

/** Server-sent events on a response. */
export function eventStream(res: Response) {
  res.set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    // nginx and others would wait for more.
    'X-Accel-Buffering': 'no',
  })
  res.flushHeaders()
  const write = (text: string) => {
    if (res.writableLength > UNREAD_LENGTH_MAX) res.destroy()
    else if (!res.writableEnded) res.write(text)
  }
  return {
    /** Tells the reader where it stands, so that it can come back even if nothing else arrives. */
    begin: (id: string) => write(`retry: ${RETRY_MS}\nid: ${id}\nevent: ready\ndata: {}\n\n`),
    send(changes: readonly Change[], id: string) {
      for (const { topic, ids, counts } of changes) {
        write(`id: ${id}\nevent: ${topic}\ndata: ${JSON.stringify({ ids, counts })}\n\n`)
      }
    },
    beat: () => write(':\n\n'),
    end: () => res.end(),
  }
}
