import type { Request, Response } from 'express'
import { HttpError } from '../api/problem.js'

/**
 * Browsers accept a name with this prefix only from the host itself, by HTTPS, for all paths. On plain HTTP, only a
 * browser on the same machine gets a cookie, and under the plain name.
 */
const SECURE_PREFIX = '__Host-'
const SESSION = 'carillon_session'

/** The token of the session that the browser sent; null without one. */
export function sessionTokenOf(req: Request): string | null {
  return cookieOf(req, SESSION)
}

export function setSessionCookie(
  req: Request,
  res: Response,
  { token, maxAgeMs }: { token: string; maxAgeMs: number },
) {
  setCookie(req, res, SESSION, { value: token, maxAgeMs })
}

export function clearSessionCookie(req: Request, res: Response) {
  clearCookie(req, res, SESSION)
}

/** Throws if the connection could be read on its way. */
export function requirePrivate(req: Request): void {
  if (mayHaveCookies(req)) return
  throw new HttpError(
    'insecure-connection',
    'Nobody can sign in by plain HTTP, except on this machine: open the dashboard by HTTPS',
  )
}

/** The value of a cookie of ours; null without one. */
export function cookieOf(req: Request, bareName: string): string | null {
  if (!mayHaveCookies(req)) return null
  const name = nameOn(req, bareName)
  const values = (req.headers.cookie ?? '').split(';').flatMap((pair) => {
    const [key = '', ...value] = pair.trim().split('=')
    return key === name ? [value.join('=')] : []
  })
  // A browser sends several only if another path or host planted one.
  return values.length === 1 && VALUE.test(values[0]!) ? values[0]! : null
}

/** No value of ours has another form. */
const VALUE = /^[\w-]{16,2000}$/

export function setCookie(
  req: Request,
  res: Response,
  bareName: string,
  { value, maxAgeMs }: { readonly value: string; readonly maxAgeMs: number },
) {
  requirePrivate(req)
  res.cookie(nameOn(req, bareName), value, { ...attributesOf(req), maxAge: maxAgeMs })
}

export function clearCookie(req: Request, res: Response, bareName: string) {
  if (mayHaveCookies(req)) res.clearCookie(nameOn(req, bareName), attributesOf(req))
}

function attributesOf(req: Request) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: req.secure } as const
}

function nameOn(req: Request, bareName: string): string {
  return req.secure ? SECURE_PREFIX + bareName : bareName
}

/**
 * Whether the browser may send cookies here. `secure` includes a proxy that is trusted and says that its client came by
 * HTTPS. The host is the one in the browser's address bar: a page of another machine cannot have this name.
 */
function mayHaveCookies(req: Request): boolean {
  return req.secure || isThisMachine(req.hostname)
}

function isThisMachine(host: string | undefined): boolean {
  const name = host?.toLowerCase() ?? ''
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name)
}
