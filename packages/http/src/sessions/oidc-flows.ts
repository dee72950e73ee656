import type { Adapters, Identity } from '@carillon/core'
import type { Request, Response } from 'express'
import { requirePrivate } from './cookie.js'
import { FlowCookie, type Flow } from './flow-cookie.js'
import type { IdentityProvider } from './identity-provider.js'

/** Where the issuer sends the browser back to. An operator registers it at the issuer. */
export const OIDC_PREFIX = '/dashboard/oidc'

/** Sign-ins at an OpenID Connect issuer, each from its begin to the identity of the person. */
export class OidcFlows {
  private readonly cookie: FlowCookie

  constructor(
    readonly provider: IdentityProvider,
    adapters: Pick<Adapters, 'clock' | 'secrets'>,
  ) {
    this.cookie = new FlowCookie(adapters)
  }

  /** Returns the URL to which the browser must go. */
  async begin(req: Request, res: Response, link: string | null): Promise<string> {
    requirePrivate(req)
    const redirectUri = `${req.protocol}://${req.host}${OIDC_PREFIX}/callback`
    const { url, checks } = await this.provider.begin(redirectUri)
    this.cookie.set(req, res, { checks, redirectUri, link })
    return url
  }

  /** Ends the flow of the browser, so that it can be finished once. Null if the browser has begun none. */
  take(req: Request, res: Response): Flow | null {
    return this.cookie.take(req, res)
  }

  finish(req: Request, { checks, redirectUri }: Flow): Promise<Identity> {
    const query = req.originalUrl.split('?').slice(1).join('?')
    return this.provider.finish(`${redirectUri}?${query}`, checks)
  }
}
