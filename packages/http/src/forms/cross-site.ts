import type { Request } from 'express'

/**
 * Whether a page of another site has sent this, by what the browser says of it. Our pages tell nobody where they are, so
 * that an older browser calls their origin `null`. Nothing here rests on who the visitor is: what it keeps away are pages
 * that would have their own visitors ask for codes.
 */
export function isCrossSite(req: Request): boolean {
  const site = req.get('Sec-Fetch-Site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const origin = req.get('Origin')
  if (origin === undefined || origin === 'null') return false
  return !URL.canParse(origin) || new URL(origin).host !== req.host?.toLowerCase()
}
