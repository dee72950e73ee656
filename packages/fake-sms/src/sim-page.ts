import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { Router, type Response } from 'express'

/** Beside the sources and beside what is built from them. */
const FOLDER = new URL('../page/', import.meta.url)
const START = 'index.html'
const SERVED = ['.css', '.js']

/** The page on which the phones are looked at and used: and what it is made of, each file at its name. */
export function simPage(): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/', async (req, res) => {
    const html = await readFile(new URL(START, FOLDER), 'utf8')
    answer(
      res,
      '.html',
      html.replaceAll('{baseUrl}', () => escaped(req.baseUrl)),
    )
  })
  for (const name of readdirSync(FOLDER).filter((file) => SERVED.includes(extname(file)))) {
    router.get(`/${name}`, async (_req, res) => {
      answer(res, extname(name), await readFile(new URL(name, FOLDER)))
    })
  }
  return router
}

/** Nothing from elsewhere, and no upgrade to https, which a server on a plain network does not have. */
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

function answer(res: Response, type: string, content: string | Buffer) {
  res.set({ 'Content-Security-Policy': CONTENT_SECURITY_POLICY, 'Cache-Control': 'no-cache' }).type(type).send(content)
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
