import type { Clock, Secrets } from '@carillon/core'
import type { Request, Response } from 'express'
import { clearCookie, cookieOf, setCookie } from './cookie.js'
import type { FlowChecks } from './identity-provider.js'

/** A sign-in at an issuer that the browser has begun. */
export type Flow = {
  readonly checks: FlowChecks
  readonly redirectUri: string
  /** The token of the one-time link that the person accepts; null for a usual sign-in. */
  readonly link: string | null
}

const COOKIE = 'carillon_oidc'
/** People may have to find their second factor. */
const LIFETIME_MS = 15 * 60_000

/**
 * Keeps a flow in a sealed cookie of the browser that began it, so that the service stores nothing for people who do not
 * come back, and so that the response of the issuer is worth nothing in another browser.
 */
export class FlowCookie {
  constructor(private readonly deps: { readonly clock: Clock; readonly secrets: Secrets }) {}

  set(req: Request, res: Response, flow: Flow): void {
    const text = JSON.stringify({ kind: COOKIE, until: this.now() + LIFETIME_MS, flow })
    const sealed = Buffer.from(this.deps.secrets.seal(text)).toString('base64url')
    setCookie(req, res, COOKIE, { value: sealed, maxAgeMs: LIFETIME_MS })
  }

  /** Removes the cookie, so that the flow ends. Null if there is none, or if it is too old. */
  take(req: Request, res: Response): Flow | null {
    const value = cookieOf(req, COOKIE)
    if (value === null) return null
    clearCookie(req, res, COOKIE)
    const { kind, until, flow } = this.opened(value)
    return kind === COOKIE && until !== undefined && until > this.now() ? (flow ?? null) : null
  }

  /** Empty if the browser sent something else. */
  private opened(value: string): { readonly kind?: string; readonly until?: number; readonly flow?: Flow } {
    try {
      return JSON.parse(this.deps.secrets.unseal(Buffer.from(value, 'base64url').toString())) as object
    } catch {
      return {}
    }
  }

  private now(): number {
    return this.deps.clock.now().getTime()
  }
}
