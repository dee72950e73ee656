import type { Request, Response } from 'express'
import { HttpError } from '../api/problem.js'

/**
 * The cookie of a session. Browsers accept a name with this prefix only from the host itself, by HTTPS, for all paths.
 * On plain HTTP, only a browser on the same machine gets a cookie, and under the plain name.
 */
const SECURE_NAME = '__Host-carillon_session'
const PLAIN_NAME = 'carillon_session'

/** The token that the browser sent; null without one. */
export function sessionTokenOf(req: Request): string | null {
  const name = cookieNameOf(req)
  if (name === null) return null
  const values = (req.headers.cookie ?? '').split(';').flatMap((pair) => {
    const [key, value] = pair.trim().split('=', 2)
    return key === name && value ? [value] : []
  })
  // A browser sends several only if another path or host planted one.
  return values.length === 1 && TOKEN.test(values[0]!) ? values[0]! : null
}

/** No token has another form. */
const TOKEN = /^[\w-]{16,200}$/

/** Throws if the connection could be read on its way. */
export function requirePrivate(req: Request): string {
  const name = cookieNameOf(req)
  if (name !== null) return name
  throw new HttpError(
    'insecure-connection',
    'Nobody can sign in by plain HTTP, except on this machine: open the dashboard by HTTPS',
  )
}

export function setSessionCookie(
  req: Request,
  res: Response,
  { token, maxAgeMs }: { token: string; maxAgeMs: number },
) {
  res.cookie(requirePrivate(req), token, { ...attributesOf(req), maxAge: maxAgeMs })
}

export function clearSessionCookie(req: Request, res: Response) {
  const name = cookieNameOf(req)
  if (name !== null) res.clearCookie(name, attributesOf(req))
}

function attributesOf(req: Request) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: req.secure } as const
}

/**
 * Null if the browser may send no cookie here. `secure` includes a proxy that is trusted and says that its client came
 * by HTTPS. The host is the one in the browser's address bar: a page of another machine cannot have this name.
 */
function cookieNameOf(req: Request): string | null {
  if (req.secure) return SECURE_NAME
  return isThisMachine(req.hostname) ? PLAIN_NAME : null
}

function isThisMachine(host: string | undefined): boolean {
  const name = host?.toLowerCase() ?? ''
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name)
}
