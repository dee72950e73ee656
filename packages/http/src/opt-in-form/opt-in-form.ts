import { Router, type ErrorRequestHandler, type RequestHandler } from 'express'
import { isCutOff, refuseOtherMethods, refuseUnknownRoute } from '../answer-problems.js'
import { contextOf, type ApiEnvironment } from '../context.js'
import { observe } from '../observe.js'
import { problemOf } from '../problem.js'
import { readablePath } from '../route.js'
import { entryHandlers } from './entry-handlers.js'
import { formFiles } from './form-files.js'
import type { OptInFormUseCases } from './form-use-cases.js'
import { isFromElsewhere } from './own-site.js'
import { preparePages, sendPage } from './page.js'
import { problemPage } from './problem-page.js'
import { startHandlers } from './start-handlers.js'

export const OPT_IN_PREFIX = '/opt-in'

export type OptInFormOptions = ApiEnvironment & { readonly useCases: OptInFormUseCases }

/**
 * The public pages on which people opt in, as `/<group id>`. An embedder mounts them wherever it likes. Whatever is below
 * that path is answered by a page, refusals and crashes as well.
 */
export function optInForm({ useCases, ...environment }: OptInFormOptions): Router {
  const start = startHandlers(useCases)
  const entry = entryHandlers(useCases)
  const files = formFiles(named)
  const router = Router({ caseSensitive: true })
  router.use(observe(environment), readablePath, preparePages(files.lookBelow), files.router)
  router
    .route(START)
    .all(named(START))
    .get(start.show)
    .post(refuseOthers, start.post)
    .all(refuseOtherMethods(['GET', 'POST']))
  router
    .route(ENTRY)
    .all(named(ENTRY), unlisted)
    .get(entry.show)
    .post(refuseOthers, entry.post)
    .all(refuseOtherMethods(['GET', 'POST']))
  router
    .route(RESEND)
    .all(named(RESEND), unlisted)
    .get(entry.leave)
    .post(refuseOthers, entry.resend)
    .all(refuseOtherMethods(['GET', 'POST']))
  router.use(refuseUnknownRoute, answerByPage(environment) satisfies ErrorRequestHandler)
  return router
}

const START = '/:groupId'
const ENTRY = '/:groupId/:entryId'
const RESEND = '/:groupId/:entryId/resend'

/** For log and metrics, which have no business with ids. */
function named(path: string): RequestHandler {
  return (_req, res, next) => {
    contextOf(res).route = OPT_IN_PREFIX + path
    next()
  }
}

const unlisted: RequestHandler = (_req, res, next) => {
  res.set('X-Robots-Tag', 'noindex')
  next()
}

const refuseOthers: RequestHandler = (req, res, next) => {
  if (isFromElsewhere(req)) sendPage(res, 403, problemPage(403, contextOf(res).requestId))
  else next()
}

function answerByPage(environment: ApiEnvironment): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    const { problem, headers } = problemOf(error, environment)
    const { requestId, route } = contextOf(res)
    if (problem.status >= 500 && !isCutOff(error, req)) {
      environment.logger.error({ requestId, route, err: error }, 'request failed')
    }
    if (res.headersSent) res.destroy()
    else sendPage(res.set(headers), problem.status, problemPage(problem.status, requestId))
  }
}
