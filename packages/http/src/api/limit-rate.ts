import { DomainError, type Bucket, type LimitRate } from '@carillon/core'
import type { Request, RequestHandler } from 'express'
import { accountOf } from './context.js'
import type { Metrics } from './metrics.js'

export type LimitRateOptions = {
  readonly limiter: LimitRate
  readonly metrics: Metrics
  /** Absent when no route matches; the request still counts. */
  readonly bucket?: Bucket | undefined
}

/** Counts the request, sets the `RateLimit-*` headers, and refuses the request if it is beyond the limit. */
export function limitRate({ limiter, metrics, ...route }: LimitRateOptions): RequestHandler {
  return async (req, res, next) => {
    const bucket = route.bucket ?? strayBucket(req)
    const allowance = await limiter.execute({ account: accountOf(res), bucket })
    if (allowance === null) return next()
    const resetSeconds = Math.ceil(allowance.resetMs / 1_000)
    res.set({
      'RateLimit-Limit': String(allowance.limit),
      'RateLimit-Remaining': String(allowance.remaining),
      'RateLimit-Reset': String(resetSeconds),
    })
    if (allowance.allowed) return next()
    metrics.rateLimited.inc({ bucket })
    throw new DomainError(
      'rate-limited',
      `More than ${allowance.limit} requests in 60 seconds. The next request is allowed in ${resetSeconds} s`,
      { retryAfterSeconds: resetSeconds },
    )
  }
}

/** The bucket of a request without a route. The contact buckets count only requests to existing routes. */
function strayBucket({ method }: Request): Bucket {
  return ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) ? 'messagingWrite' : 'messagingRead'
}
