import { extname } from 'node:path'
import { Router, type Response } from 'express'
import { PAGE_FILES } from '../../embedded/page-files.js'

/** Serves the page that shows the phones, and its files by their names. */
export function simPage(): Router {
  const { 'index.html': start, ...files } = PAGE_FILES
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/', (req, res) => {
    const page = start.replaceAll('{baseUrl}', () => escaped(req.baseUrl))
    send(res, '.html', page, 'no-store')
  })
  for (const [name, content] of Object.entries(files)) {
    router.get(`/${name}`, (_req, res) => send(res, extname(name), content, 'no-cache'))
  }
  return router
}

/** Allows no external content. Does not upgrade requests to HTTPS, because a local server does not support it. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

function send(res: Response, type: string, content: string, caching: 'no-store' | 'no-cache') {
  res.set({ 'Content-Security-Policy': CONTENT_SECURITY_POLICY, 'Cache-Control': caching }).type(type).send(content)
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
