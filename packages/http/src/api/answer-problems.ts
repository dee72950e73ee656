import type { ErrorRequestHandler, Request, RequestHandler } from 'express'
import { contextOf, type ApiEnvironment } from './context.js'
import { HttpError, problemOf, type Problem } from './problem.js'

/** Answers every error with the envelope. The cause of a crash stays in the log, under the id of the request. */
export function answerProblems(environment: ApiEnvironment): ErrorRequestHandler {
  const { logger } = environment
  return (error: unknown, req, res, _next) => {
    const { problem, headers } = problemOf(error, environment)
    const { requestId, route } = contextOf(res)
    if (isOurs(problem, error, req)) logger.error({ requestId, route, err: error }, 'request failed')
    if (res.headersSent) res.destroy()
    else res.status(problem.status).set(headers).set('Cache-Control', 'no-store').json(problem)
  }
}

/** Whether the log has to tell of it: what the service has failed at, for a client that still waits. */
export function isOurs({ status }: Problem, error: unknown, req: Request): boolean {
  return status >= 500 && !isCutOff(error, req)
}

/** Whether it is only that the client went away: that is no error of ours, and its line in the log says so already. */
function isCutOff(error: unknown, req: Request): boolean {
  const left = error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
  return left || (req.destroyed && !req.complete)
}

export const refuseUnknownRoute: RequestHandler = () => {
  throw new HttpError('no-such-route', 'There is nothing at this path')
}

/** Comes behind the handlers of a path, for the methods that none of them takes. */
export function refuseOtherMethods(methods: readonly string[]): RequestHandler {
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  return (req, res) => {
    if (req.method !== 'OPTIONS') {
      throw new HttpError('wrong-method', `This path takes ${allowed}, not ${req.method}`, { Allow: allowed })
    }
    res.status(204).set('Allow', allowed).end()
  }
}
