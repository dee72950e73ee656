import type { Request } from 'express'

/**
 * Whether a page of another site sent this request, judging by the browser's headers. Our pages send no referrer, so an
 * older browser reports their origin as `null`. Visitors have no session to protect: the check stops other sites
 * from making their visitors request codes.
 */
export function isCrossSite(req: Request): boolean {
  const site = req.get('Sec-Fetch-Site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const origin = req.get('Origin')
  if (origin === undefined || origin === 'null') return false
  return !URL.canParse(origin) || new URL(origin).host !== req.host?.toLowerCase()
}
