import type { AccountId, UseCases } from '@carillon/core'
import type { Request, RequestHandler } from 'express'
import { findContext, recordAccount } from '../api/context.js'

/** The route for log and metrics, without the path, because the code in the path is personal data. */
const ROUTE = '/:link'

/**
 * Redirects a tracking link to its target, and only to its target. Any path on any host can be a tracking link, so this
 * handler is mounted after all other routes, and passes unknown paths to the next handler.
 */
export function shortLinks({ followLink }: Pick<UseCases, 'followLink'>): RequestHandler {
  return async (req, res, next) => {
    const path = decodedPath(req.baseUrl + req.path)
    if (path === null || !['GET', 'HEAD'].includes(req.method)) return next()
    const agent = req.get('User-Agent') || null
    const onAccountFound = (account: AccountId) => recordAccount(res, account)
    // Visitors who disconnect before their address is read share one limit: otherwise, disconnecting would evade it.
    const from = { agent, isOnlyALook: isOnlyALook(req), address: req.ip ?? '' }
    const target = await followLink.execute({ host: req.hostname ?? '', path, ...from, onAccountFound })
    if (target === null) return next()
    const context = findContext(res)
    if (context !== undefined) context.route = ROUTE
    for (const header of OF_PAGES) res.removeHeader(header)
    res
      .status(302)
      .set({ Location: locationOf(target), 'Cache-Control': 'private, no-store' })
      .end()
  }
}

/** The redirect omits these headers: they apply to pages, or to the whole host, which belongs to the customer. */
const OF_PAGES = ['Strict-Transport-Security', 'Content-Security-Policy']

/** Null when the path cannot be decoded, or has an encoded slash, which is not a separator. */
function decodedPath(path: string): string | null {
  try {
    const parts = path.split('/').map(decodeURIComponent)
    return parts.some((part) => part.includes('/')) ? null : parts.join('/')
  } catch {
    return null
  }
}

/** Whether this is a HEAD request, or a browser's prefetch before any click. */
function isOnlyALook(req: Request): boolean {
  return req.method === 'HEAD' || PURPOSES.some((name) => /prefetch|preview/i.test(req.get(name) ?? ''))
}

const PURPOSES = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz']

/** The target, unchanged if a header can contain it; otherwise encoded, as browsers do if they can parse it. */
function locationOf(target: string): string {
  if (/^[!-~]+$/.test(target)) return target
  return URL.canParse(target) ? new URL(target).href : target.replace(/[^!-~]+/g, encodeURIComponent)
}
