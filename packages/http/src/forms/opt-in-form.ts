import { Router, type ErrorRequestHandler, type RequestHandler } from 'express'
import { isOurs, refuseOtherMethods, refuseUnknownRoute } from '../api/problem-handler.js'
import { completeEnvironment } from '../api/complete-environment.js'
import { contextOf, named, type ApiEnvironment } from '../api/context.js'
import { observe } from '../api/observe.js'
import { problemOf } from '../api/problem.js'
import { readablePath } from '../api/route.js'
import { isCrossSite } from './cross-site.js'
import { codeCounts } from './code-counts.js'
import { entryHandlers } from './entry-handlers.js'
import { formFiles } from './form-files.js'
import type { OptInFormUseCases } from './form-use-cases.js'
import { preparePages, sendPage } from './page.js'
import { problemPage } from './problem-page.js'
import { startHandlers } from './start-handlers.js'

export const OPT_IN_PREFIX = '/opt-in'

export type OptInFormOptions = Partial<ApiEnvironment> & { readonly useCases: OptInFormUseCases }

/**
 * The public opt-in pages, at `/<group id>`. An embedder may mount them at any path. Below that path, refusals and
 * crashes are also shown as pages.
 */
export function optInForm({ useCases, ...given }: OptInFormOptions): Router {
  const environment = completeEnvironment(given)
  const count = codeCounts(environment)
  const start = startHandlers(useCases, count)
  const entry = entryHandlers(useCases, count)
  const files = formFiles((path) => named(OPT_IN_PREFIX + path))
  const router = Router({ caseSensitive: true })
  router.use(observe(environment), readablePath, preparePages(files.assetsBelow), files.router)
  const place = (path: string, { get, post }: Record<'get' | 'post', RequestHandler>, ...before: RequestHandler[]) =>
    router
      .route(path)
      .all(named(OPT_IN_PREFIX + path), ...before)
      .get(get)
      .post(refuseOthers, post)
      .all(refuseOtherMethods(['GET', 'POST']))
  place('/:groupId', { get: start.show, post: start.post })
  place('/:groupId/:entryId', { get: entry.show, post: entry.post }, unlisted)
  place('/:groupId/:entryId/resend', { get: entry.leave, post: entry.resend }, unlisted)
  router.use(refuseUnknownRoute, errorPageHandler(environment) satisfies ErrorRequestHandler)
  return router
}

const unlisted: RequestHandler = (_req, res, next) => {
  res.set('X-Robots-Tag', 'noindex')
  next()
}

const refuseOthers: RequestHandler = (req, res, next) => {
  if (isCrossSite(req)) sendPage(res, 403, problemPage(403, contextOf(res).requestId))
  else next()
}

function errorPageHandler(environment: ApiEnvironment): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    const { problem, headers } = problemOf(error, environment)
    const { requestId, route } = contextOf(res)
    if (isOurs(problem, error, req)) environment.logger.error({ requestId, route, err: error }, 'request failed')
    if (res.headersSent) res.destroy()
    else sendPage(res.set(headers), problem.status, problemPage(problem.status, requestId))
  }
}
