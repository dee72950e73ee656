import { rawBody } from '@carillon/http'
import { Router, type RequestHandler } from 'express'

/** Where a carrier posts receipts and texts from phones. No tracking link may begin with it. */
export const CARRIER_PATH = '/provider'

/**
 * The router of a provider module, behind what reads the body. Signatures are over its very bytes, and who posts is known
 * only once those are checked, so nothing longer is taken than from anybody else.
 */
export function boundedRouter(router: RequestHandler): RequestHandler {
  return Router({ caseSensitive: true, strict: true }).use(rawBody(), router)
}
