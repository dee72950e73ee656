import { DomainError, type Bucket, type LimitRate } from '@carillon/core'
import type { RequestHandler } from 'express'
import { accountOf } from './context.js'
import type { Metrics } from './metrics.js'

/** Counts the request, tells the client where it stands, and refuses it beyond the limit. */
export function limitRate(limiter: LimitRate, bucket: Bucket, metrics: Metrics): RequestHandler {
  return async (_req, res, next) => {
    const grant = await limiter.execute({ account: accountOf(res), bucket })
    if (grant === null) return next()
    const resetSeconds = Math.ceil(grant.resetMs / 1_000)
    res.set({
      'RateLimit-Limit': String(grant.limit),
      'RateLimit-Remaining': String(grant.remaining),
      'RateLimit-Reset': String(resetSeconds),
    })
    if (grant.granted) return next()
    const retrySeconds = Math.max(1, resetSeconds)
    metrics.rateLimited.inc({ bucket })
    res.set('Retry-After', String(retrySeconds))
    throw new DomainError(
      'rate-limited',
      `More than ${grant.limit} requests in 60 seconds. The next is taken in ${retrySeconds} s`,
    )
  }
}
