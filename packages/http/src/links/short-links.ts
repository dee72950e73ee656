import type { UseCases } from '@carillon/core'
import type { Request, RequestHandler } from 'express'
import { findContext } from '../api/context.js'

/** For log and metrics: the code in a path is personal. */
const ROUTE = '/:link'

/**
 * Leads whoever follows a tracking link to its target, and nobody to anything else. Any path on any host can be one, so
 * it comes behind all that a service answers; what it does not know it leaves to whatever comes next.
 */
export function shortLinks({ followLink }: Pick<UseCases, 'followLink'>): RequestHandler {
  return async (req, res, next) => {
    const path = decodedPath(req.baseUrl + req.path)
    if (path === null || !['GET', 'HEAD'].includes(req.method)) return next()
    const agent = req.get('User-Agent') || null
    const target = await followLink.execute({ host: req.hostname ?? '', path, agent, isOnlyALook: isOnlyALook(req) })
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

/** They speak of a page, or of a whole host, which is its owner's. */
const OF_PAGES = ['Strict-Transport-Security', 'Content-Security-Policy']

/** Null where it has none: an encoded slash parts nothing. */
function decodedPath(path: string): string | null {
  try {
    const parts = path.split('/').map(decodeURIComponent)
    return parts.some((part) => part.includes('/')) ? null : parts.join('/')
  } catch {
    return null
  }
}

/** By HEAD, or by a browser that fetches ahead of a click that may never come. */
function isOnlyALook(req: Request): boolean {
  return req.method === 'HEAD' || PURPOSES.some((name) => /prefetch|preview/i.test(req.get(name) ?? ''))
}

const PURPOSES = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz']

/** The target byte for byte, or, where a header cannot carry it, as a browser would spell it, if one would. */
function locationOf(target: string): string {
  if (/^[!-~]+$/.test(target)) return target
  return URL.canParse(target) ? new URL(target).href : target.replace(/[^!-~]+/g, encodeURIComponent)
}
