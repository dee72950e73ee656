import { randomUUID } from 'node:crypto'
import type { RequestHandler, Response } from 'express'
import { beginContext, contextOf, findContext, type ApiEnvironment } from './context.js'

type Observers = Pick<ApiEnvironment, 'logger' | 'metrics'>

const UNKNOWN = 'unknown'

/** Gives the request an id, and logs and measures it when it ends. Does nothing if the request is already observed. */
export function observe(observers: Observers): RequestHandler {
  return (req, res, next) => {
    if (findContext(res) !== undefined) return next()
    const startedMs = performance.now()
    beginContext(res, { requestId: newRequestId(), route: UNKNOWN })
    res.set('X-Request-Id', contextOf(res).requestId)
    res.once('close', () => {
      const { requestId, route, account, accountFound } = contextOf(res)
      const ms = performance.now() - startedMs
      const isStream = isEventStream(res)
      const status = res.writableFinished || isStream ? res.statusCode : null
      const owner = account?.id ?? accountFound
      record(observers, { requestId, method: req.method, route, status, ms, account: owner, isStream })
    })
    next()
  }
}

/** Records a request that ended before Express saw it: only the status of the response is known. */
export function recordUnread(observers: Observers, { requestId, status }: { requestId: string; status: number }) {
  record(observers, { requestId, method: UNKNOWN, route: UNKNOWN, status, ms: 0, account: undefined, isStream: false })
}

/** A stream ends when its client disconnects: this is not an abort, and its duration is not a response time. */
function isEventStream(res: Response): boolean {
  return String(res.getHeader('Content-Type')).startsWith('text/event-stream')
}

export function newRequestId(): string {
  return `req_${randomUUID()}`
}

type Ending = {
  readonly requestId: string
  readonly method: string
  readonly route: string
  /** Null when the client disconnected before the response was complete. */
  readonly status: number | null
  readonly ms: number
  readonly account: string | undefined
  readonly isStream: boolean
}

function record({ logger, metrics }: Observers, { requestId, method, route, status, ms, account, isStream }: Ending) {
  if (!isStream) metrics.requests.observe({ method, route, status: status ?? 'aborted' }, ms / 1_000)
  const rest = { ms: Math.round(ms * 10) / 10, account }
  if (status !== null) logger.info({ requestId, method, route, status, ...rest }, 'request')
  else logger.warn({ requestId, method, route, aborted: true, ...rest }, 'request cut off by the client')
}
