import type { RequestHandler, Response } from 'express'
import { clientOf, type Client } from './client.js'
import type { FeedEvent } from './feed-changes.js'
import { SimProblem } from './sim-problem.js'
import type { TextFeed } from './text-feed.js'
import { toTextResponse } from './text-response.js'

const WATCHERS_MAX = 50
/** Well below the idle timeout of servers and proxies. */
const SIGN_OF_LIFE_MS = 15_000
const RETRY_MS = 1_000

export type EventStreamOptions = {
  readonly feed: TextFeed
  /** Ends open streams and refuses new ones. */
  readonly stopping: AbortSignal | null
}

/** Sends server-sent events until the client disconnects or stops reading, or the service stops. */
export function eventStream({ feed, stopping }: EventStreamOptions): RequestHandler {
  const open = new Set<Client>()
  stopping?.addEventListener('abort', () => {
    for (const client of open) client.endAtOnce()
  })
  return (req, res) => {
    // The client has already disconnected, so `close` will not be emitted again.
    if (res.destroyed) return
    if (stopping?.aborted) throw new SimProblem(503, 'The service is stopping')
    if (open.size >= WATCHERS_MAX) throw new SimProblem(503, `At most ${WATCHERS_MAX} clients can watch at a time`)
    // `X-Accel-Buffering` makes proxies forward each event immediately.
    res.type('text/event-stream').set({ 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' })
    if (req.method === 'HEAD') return void res.end()
    begin(res)
  }

  function begin(res: Response) {
    const client = clientOf(res)
    client.send(RETRY)
    const leave = feed.watch((events) => events.forEach((event) => client.send(frameOf(event))))
    const signs = setInterval(() => {
      client.giveUpIfStuck()
      client.send(ALIVE)
    }, SIGN_OF_LIFE_MS)
    open.add(client)
    res.once('close', () => {
      open.delete(client)
      clearInterval(signs)
      leave()
    })
  }
}

const RETRY = Buffer.from(`retry: ${RETRY_MS}\n\n`)
/** A real event instead of a comment, so that the page can notice when it is missing. */
const ALIVE = Buffer.from('event: alive\ndata: {}\n\n')

const written = new WeakMap<FeedEvent, Buffer>()

/** All clients get the same bytes, so each event is serialized once. */
function frameOf(event: FeedEvent): Buffer {
  const known = written.get(event)
  if (known !== undefined) return known
  const frame = Buffer.from(`event: ${event.kind}\ndata: ${JSON.stringify(dataOf(event))}\n\n`)
  written.set(event, frame)
  return frame
}

function dataOf(event: FeedEvent): object {
  switch (event.kind) {
    case 'texts':
      return { results: event.texts.map(toTextResponse), isWhole: event.isWhole }
    case 'text':
      return toTextResponse(event.text)
    case 'cleared':
      return {}
  }
}
