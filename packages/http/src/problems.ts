import type { ErrorRequestHandler, RequestHandler } from 'express'
import { contextOf, type Surroundings } from './context.js'
import { HttpError, problemOf } from './problem.js'

/** Answers every error with the envelope. The cause of a crash stays in the log, under the id of the request. */
export function answerProblems(surroundings: Surroundings): ErrorRequestHandler {
  const { logger } = surroundings
  return (error: unknown, _req, res, _next) => {
    const { problem, headers } = problemOf(error, surroundings)
    const { requestId, route } = contextOf(res)
    if (problem.status >= 500) logger.error({ requestId, route, err: error }, 'request failed')
    if (res.headersSent) res.destroy()
    else res.status(problem.status).set(headers).set('Cache-Control', 'no-store').json(problem)
  }
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
