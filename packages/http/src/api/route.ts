import { groupBy, type Bucket, type LimitRate } from '@carillon/core'
import { Router, type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express'
import { problemHandler, refuseOtherMethods, refuseUnknownRoute } from './problem-handler.js'
import { named, type ApiEnvironment } from './context.js'
import { limitRate } from './limit-rate.js'
import { observe } from './observe.js'

export type Route = {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** In Express's notation, after the prefix of the API. */
  readonly path: string
  /** The rate limit that its requests count towards. */
  readonly bucket?: Bucket
  /** Throws when the request cannot be processed at the moment; the request then counts towards no limit. */
  readonly admit?: (req: Request, res: Response) => void
  readonly handle: (req: Request, res: Response) => Promise<void>
}

export type ApiOptions = {
  /** The documented path prefix, used in logs and metrics. An embedder may mount the routes elsewhere. */
  readonly prefix: string
  readonly routes: readonly Route[]
  readonly authenticate: RequestHandler
  readonly limiter: LimitRate | null
  readonly environment: ApiEnvironment
  /** Handles every authenticated request, before its limit and its route. */
  readonly record?: RequestHandler
}

/** A router that handles every request below its path, including authentication, limits, unknown paths and errors. */
export function routerOf({ prefix, routes, authenticate, limiter, environment, record }: ApiOptions): Router {
  const limit = (bucket?: Bucket) =>
    limiter === null ? [] : [limitRate({ limiter, bucket, metrics: environment.metrics })]
  const router = Router({ caseSensitive: true, strict: true })
  router.use(observe(environment), notStored, readablePath, unconditional, authenticate, ...(record ? [record] : []))
  for (const [path, atPath] of groupBy(routes, ({ path }) => path)) {
    const place = router.route(path)
    place.all(named(prefix + path))
    for (const { method, bucket, admit, handle } of atPath) {
      place[method](...admission(admit), ...limit(bucket), handle)
    }
    place.all(...limit(), refuseOtherMethods(atPath.map(({ method }) => method.toUpperCase())))
  }
  router.use(...limit(), refuseUnknownRoute)
  router.use(problemHandler(environment) satisfies ErrorRequestHandler)
  return router
}

function admission(admit: Route['admit']): RequestHandler[] {
  if (admit === undefined) return []
  return [
    (req, res, next) => {
      admit(req, res)
      next()
    },
  ]
}

/** Browsers and proxies must not keep personal data, new keys and secrets, nor their absence. */
const notStored: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store')
  next()
}

/** Removes `If-None-Match: *`: it matches every resource, so Express would always respond with an empty 304. */
export const unconditional: RequestHandler = (req, _res, next) => {
  if (req.headers['if-none-match']?.trim() === '*') delete req.headers['if-none-match']
  next()
}

/** Escapes path segments that cannot be decoded, so that the route refuses them with its usual error. */
export const readablePath: RequestHandler = (req, _res, next) => {
  const [path = '', ...query] = req.url.split('?')
  const readable = path.split('/').map((part) => (isDecodable(part) ? part : part.replaceAll('%', '%25')))
  req.url = [readable.join('/'), ...query].join('?')
  next()
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
