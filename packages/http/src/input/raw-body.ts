import type { RequestHandler } from 'express'
import { BODY_LENGTH_MAX, readAnyBytes } from './body.js'

/**
 * Leaves the very bytes of a body of any type in `req.body`, none where there is none: for a router of somebody else's,
 * which checks a signature over them. It takes no more of them than the service's own routes do.
 */
export function rawBody(): RequestHandler {
  return async (req, _res, next) => {
    req.body = await readAnyBytes(req, BODY_LENGTH_MAX)
    next()
  }
}
