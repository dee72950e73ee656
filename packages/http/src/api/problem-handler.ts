import type { ErrorRequestHandler, Request, RequestHandler } from 'express'
import { contextOf, type ApiEnvironment } from './context.js'
import { HttpError, problemOf, type Problem } from './problem.js'

/** Responds to every error with the envelope. The cause of a crash is only logged, with the request id. */
export function problemHandler(environment: ApiEnvironment): ErrorRequestHandler {
  const { logger } = environment
  return (error: unknown, req, res, _next) => {
    const { problem, headers } = problemOf(error, environment)
    const { requestId, route } = contextOf(res)
    if (isOurs(problem, error, req)) logger.error({ requestId, route, err: error }, 'request failed')
    if (res.headersSent) res.destroy()
    else res.status(problem.status).set(headers).set('Cache-Control', 'no-store').json(problem)
  }
}

/** Whether to log the error: only if the service failed and the client still waits. */
export function isOurs({ status }: Problem, error: unknown, req: Request): boolean {
  return status >= 500 && !isCutOff(error, req)
}

/** Whether the client has disconnected: that is not an error of the service, and the request log already shows it. */
function isCutOff(error: unknown, req: Request): boolean {
  const left = error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
  return left || (req.destroyed && !req.complete)
}

export const refuseUnknownRoute: RequestHandler = () => {
  throw new HttpError('no-such-route', 'No route has this path')
}

/** Refuses the methods that no handler accepts. Mount it after the handlers of the path. */
export function refuseOtherMethods(methods: readonly string[]): RequestHandler {
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  return (req, res) => {
    if (req.method !== 'OPTIONS') {
      throw new HttpError('wrong-method', `This path allows ${allowed}, not ${req.method}`, { Allow: allowed })
    }
    res.status(204).set('Allow', allowed).end()
  }
}
