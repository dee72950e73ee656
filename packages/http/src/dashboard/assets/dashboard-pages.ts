import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Router, type Request, type Response } from 'express'
import { HttpError } from '../../api/problem.js'
import { builtPages } from './built-pages.js'
import { sendAsset } from './send-asset.js'

export type DashboardPagesOptions = {
  /** The folder with the built pages. Default: that of the package `@carillon/dashboard`. */
  readonly folder?: string | null
}

/**
 * Serves the pages of the dashboard. The pages find their own path, so an embedder may mount the router anywhere, with
 * the dashboard's API below it at `/api/v1`. Every path that is no asset gets the same page, which then shows what the
 * path names.
 */
export function dashboardPages({ folder = builtPages() }: DashboardPagesOptions = {}): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/assets/:name', (req, res) => sendAsset(req, res, join(built(folder), 'assets')))
  // Without the API, as with it, no page has a path of the API.
  router.use('/api', (_req, _res, next) => next('router'))
  router.get(['/', '/*path'], async (req, res) => {
    const page = await readFile(join(built(folder), 'index.html'), 'utf8').catch(() => null)
    if (page === null) throw notBuilt()
    sendPage(res, page.replaceAll('="./', `="${baseFrom(req)}`))
  })
  return router
}

function sendPage(res: Response, page: string) {
  const nonce = randomBytes(16).toString('base64url')
  res.set({
    'Content-Security-Policy': policyWith(nonce),
    'X-Frame-Options': 'DENY',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  })
  res.type('html').send(page.replaceAll('{nonce}', nonce))
}

/** Only the page's own files and API, and the styles that its scripts insert with the nonce of this response. */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * The path of the dashboard relative to that of the request, so that the page also works behind a proxy that adds a
 * prefix: from `/dashboard/a/acc_1` it is `../`.
 */
function baseFrom({ baseUrl, originalUrl, path }: Request): string {
  const last = baseUrl.split('/').at(-1)!
  if (originalUrl.split('?')[0] === baseUrl) return last === '' ? './' : `./${last}/`
  return './' + '../'.repeat(path.split('/').length - 2)
}

function built(folder: string | null): string {
  if (folder === null) throw notBuilt()
  return folder
}

function notBuilt() {
  return new HttpError('no-such-route', 'The dashboard is not installed: it is in the package @carillon/dashboard')
}
