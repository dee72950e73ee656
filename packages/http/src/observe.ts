import { randomUUID } from 'node:crypto'
import type { RequestHandler, Response } from 'express'
import { beginContext, contextOf, findContext, type Logger, type Surroundings } from './context.js'

const UNKNOWN_ROUTE = 'unknown'

/** Names the request, and tells log and metrics when it is over. The first one to observe a request is the only one. */
export function observe({ logger, metrics }: Pick<Surroundings, 'logger' | 'metrics'>): RequestHandler {
  return (req, res, next) => {
    if (findContext(res) !== undefined) return next()
    const startedMs = performance.now()
    beginContext(res, { requestId: `req_${randomUUID()}`, route: UNKNOWN_ROUTE })
    res.set('X-Request-Id', contextOf(res).requestId)
    res.once('close', () => {
      const ms = performance.now() - startedMs
      const { route } = contextOf(res)
      metrics.requests.observe({ method: req.method, route, status: res.statusCode }, ms / 1_000)
      log(logger, req.method, res, ms)
    })
    next()
  }
}

function log(logger: Logger, method: string, res: Response, ms: number) {
  const { requestId, route, account } = contextOf(res)
  const fields = {
    requestId,
    method,
    route,
    status: res.statusCode,
    ms: Math.round(ms * 10) / 10,
    account: account?.id,
  }
  if (res.writableFinished) logger.info(fields, 'request')
  else logger.warn(fields, 'request cut off by the client')
}
