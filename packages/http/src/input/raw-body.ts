import type { RequestHandler } from 'express'
import { BODY_LENGTH_MAX, readAnyBytes } from './body.js'

/**
 * Puts the exact bytes of a body of any type in `req.body`, empty when there is no body. For third-party routers that
 * check a signature over the bytes. The limits of length and time are the same as for the service's own routes.
 */
export function rawBody(): RequestHandler {
  return async (req, _res, next) => {
    req.body = await readAnyBytes(req, { lengthMax: BODY_LENGTH_MAX })
    next()
  }
}
