import { groupBy, type Bucket, type LimitRate } from '@carillon/core'
import { Router, type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express'
import { answerProblems, refuseOtherMethods, refuseUnknownRoute } from './answer-problems.js'
import { named, type ApiEnvironment } from './context.js'
import { limitRate } from './limit-rate.js'
import { observe } from './observe.js'

export type Route = {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** In Express's notation, after the prefix of its API. */
  readonly path: string
  /** Which limit its requests count for. */
  readonly bucket?: Bucket
  /** Throws where the request cannot be taken at the moment: it then counts for no limit. */
  readonly admit?: (req: Request, res: Response) => void
  readonly handle: (req: Request, res: Response) => Promise<void>
}

export type ApiOptions = {
  /** Where the routes are by their documentation, for logs and metrics; they are mounted wherever the embedder likes. */
  readonly prefix: string
  readonly routes: readonly Route[]
  readonly authenticate: RequestHandler
  readonly limiter: LimitRate | null
  readonly environment: ApiEnvironment
}

/** A router that answers for everything below it: authentication, limits, unknown paths and errors included. */
export function routerOf({ prefix, routes, authenticate, limiter, environment }: ApiOptions): Router {
  const limit = (bucket?: Bucket) =>
    limiter === null ? [] : [limitRate({ limiter, bucket, metrics: environment.metrics })]
  const router = Router({ caseSensitive: true, strict: true })
  router.use(observe(environment), readablePath, unconditional, authenticate)
  for (const [path, atPath] of groupBy(routes, ({ path }) => path)) {
    const place = router.route(path)
    place.all(named(prefix + path))
    for (const { method, bucket, admit, handle } of atPath) {
      place[method](...admission(admit), ...limit(bucket), handle)
    }
    place.all(...limit(), refuseOtherMethods(atPath.map(({ method }) => method.toUpperCase())))
  }
  router.use(...limit(), refuseUnknownRoute)
  router.use(answerProblems(environment) satisfies ErrorRequestHandler)
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

/** `If-None-Match: *` is met by whatever there is, and Express would answer it by an empty 304, which is of no use. */
export const unconditional: RequestHandler = (req, _res, next) => {
  if (req.headers['if-none-match']?.trim() === '*') delete req.headers['if-none-match']
  next()
}

/** A part of the path that cannot be decoded stands for itself, so that what reads it refuses it in its own words. */
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
