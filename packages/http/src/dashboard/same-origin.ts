import type { Request, RequestHandler } from 'express'
import { hasBody } from '../api/body-time.js'
import { HttpError } from '../api/problem.js'

/**
 * Refuses requests that a page of another site could have made a browser send with its cookie. Whatever is not read-only
 * must come from our own page, as the browser says, and must have a body of a type that a form cannot send.
 */
export const requireSameOrigin: RequestHandler = (req, _res, next) => {
  if (READ_ONLY.has(req.method)) return next()
  if (!isSameOrigin(req)) {
    throw new HttpError(
      'cross-site-request',
      'The request must come from the dashboard: it needs Sec-Fetch-Site: same-origin, or an Origin with the host of this address',
    )
  }
  const type = (req.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (hasBody(req) && !BODY_TYPES.includes(type)) {
    throw new HttpError('wrong-content-type', `Content-Type must be ${BODY_TYPES.join(' or ')}`)
  }
  next()
}

const READ_ONLY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const BODY_TYPES = ['application/json', 'application/merge-patch+json', 'text/csv']

/** A browser that sends no `Sec-Fetch-Site` sends `Origin` with every such request. */
function isSameOrigin(req: Request): boolean {
  const site = req.get('Sec-Fetch-Site')
  if (site !== undefined) return site === 'same-origin'
  const origin = req.get('Origin')
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === req.host?.toLowerCase()
}
