import { rawBody } from '@carillon/http'
import { Router, type RequestHandler } from 'express'

/** The carrier posts receipts and inbound texts here. The path of a tracking link may not begin with it. */
export const CARRIER_PATH = '/provider'

/**
 * The router of a provider module, after the body parser. The parser keeps the raw bytes, which signatures cover. The
 * sender is unknown until its signature is checked, so the usual size limit applies.
 */
export function boundedRouter(router: RequestHandler): RequestHandler {
  return Router({ caseSensitive: true, strict: true }).use(rawBody(), router)
}
