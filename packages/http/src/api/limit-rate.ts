import { DomainError, type Bucket, type LimitRate } from '@carillon/core'
import type { Request, RequestHandler } from 'express'
import { accountOf } from './context.js'
import type { Metrics } from './metrics.js'

export type LimitRateOptions = {
  readonly limiter: LimitRate
  readonly metrics: Metrics
  /** Absent where no route takes the request, which counts all the same. */
  readonly bucket?: Bucket | undefined
}

/** Counts the request, tells the client where it stands, and refuses it beyond the limit. */
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
      `More than ${allowance.limit} requests in 60 seconds. The next is taken in ${resetSeconds} s`,
      { retryAfterSeconds: resetSeconds },
    )
  }
}

/** What no route takes counts by where its path begins: below contacts and groups as these, elsewhere as messaging. */
function strayBucket({ method, path }: Request): Bucket {
  const isWrite = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)
  if (/^\/(contacts|groups)(\/|$)/.test(path)) return isWrite ? 'contactApiWrite' : 'contactApiRead'
  return isWrite ? 'messagingWrite' : 'messagingRead'
}
