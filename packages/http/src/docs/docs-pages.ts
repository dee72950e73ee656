import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { Router, type Request, type Response } from 'express'
import { DASHBOARD_OPENAPI_JSON } from '../../embedded/dashboard-openapi.js'
import { OPENAPI_JSON, OPENAPI_YAML } from '../../embedded/openapi.js'
import { DOCS_POLICY, pageFrame, type DocsPage } from '../html/page-frame.js'
import { errorsPage } from './errors/errors-page.js'
import { ERRORS_HREF } from './errors/markdown.js'
import { readOpenApi } from './openapi.js'
import { referencePage } from './reference-page.js'

/** The paths of the pages, relative to the mount point of the router. */
export const DOCS_PAGES = ['/', '/errors'] as const

export type DocsPagesOptions = {
  /** The start of `moreInfo` in the examples. Default: the default address of the error page. */
  readonly docsUrl?: string
}

/**
 * Serves the OpenAPI document and the error reference as web pages, and the document also for tools. An embedder may
 * mount the router at any path, such as `/docs`. All links are relative, so that they work behind any proxy.
 */
export function docsPages({ docsUrl = 'http://127.0.0.1:8080/docs/errors' }: DocsPagesOptions = {}): Router {
  const reference = kept('html', (links) =>
    pageFrame({ ...referencePage(readOpenApi()), links }).replaceAll(
      `href="${ERRORS_HREF}`,
      `href="${links[1]!.href}#`,
    ),
  )
  const errors = kept('html', (links) => pageFrame({ ...errorsPage(docsUrl), links }))
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/', (req, res) => {
    // Without a trailing slash, browsers resolve relative links against the parent folder of this page.
    const base = pathOf(req).endsWith('/') ? './' : `./${pathOf(req).split('/').at(-1)!}/`
    reference(req, res, linksFrom(base, 'reference'))
  })
  router.get('/errors', (req, res) => errors(req, res, linksFrom('./', 'errors')))
  router.get('/openapi.json', openApiJson())
  router.get('/openapi.yaml', openApiYaml)
  return router
}

export function openApiYaml(_req: Request, res: Response) {
  res.type('application/yaml').send(OPENAPI_YAML)
}

export function openApiJson() {
  return documentOf(OPENAPI_JSON)
}

export function dashboardOpenApiJson() {
  return documentOf(DASHBOARD_OPENAPI_JSON)
}

function documentOf(json: string) {
  const send = kept('json', () => json)
  return (req: Request, res: Response) => send(req, res, [])
}

type Links = DocsPage['links']

function linksFrom(base: string, here: 'reference' | 'errors'): Links {
  return [
    { href: base, label: 'API reference', isHere: here === 'reference' },
    { href: `${base}errors`, label: 'Errors', isHere: here === 'errors' },
    { href: `${base}openapi.yaml`, label: 'openapi.yaml', isHere: false },
    { href: `${base}openapi.json`, label: 'openapi.json', isHere: false },
  ]
}

function pathOf({ originalUrl }: Request): string {
  return originalUrl.split('?')[0]!
}

type Kept = { readonly etag: string; readonly plain: Buffer; readonly packed: Buffer }

/** Renders on the first request, and caches the result for each set of links. There are few sets. */
function kept(type: 'html' | 'json', make: (links: Links) => string) {
  const made = new Map<string, Kept>()
  return (req: Request, res: Response, links: Links) => {
    const name = JSON.stringify(links)
    const page = made.get(name) ?? packed(make(links))
    if (made.size < KEPT_MAX) made.set(name, page)
    if (type === 'html') res.set({ 'Content-Security-Policy': DOCS_POLICY, 'Referrer-Policy': 'no-referrer' })
    res.set({
      'Cache-Control': 'no-cache',
      ETag: page.etag,
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
    })
    res.type(type)
    if (req.fresh) res.status(304).end()
    else if (req.acceptsEncodings('gzip', 'identity') === 'gzip') res.set('Content-Encoding', 'gzip').send(page.packed)
    else res.send(page.plain)
  }
}

/** Limits the cache: if the mount path contains a parameter, each value from a client results in different links. */
const KEPT_MAX = 4

function packed(text: string): Kept {
  const plain = Buffer.from(text)
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return { etag: `W/"${digest}"`, plain, packed: gzipSync(plain) }
}
