import { invalidInput, type UseCases } from '@carillon/core'
import type { Route } from '../api/route.js'
import { readBody } from '../input/body.js'
import { MayBeAbsent, Text } from '../input/checks.js'
import { ANY_TEXT } from '../input/shape.js'
import { requirePrivate } from './cookie.js'
import { HttpError, unavailable } from '../api/problem.js'
import { IssuerUnavailable } from './identity-provider.js'
import type { OidcFlows } from './oidc-flows.js'
import { clientOf, sessionResponse, startSession } from './dashboard-session.js'

export class LinkFields {
  @Text(ANY_TEXT) token!: string
}

export class AcceptLinkFields {
  @Text(ANY_TEXT) token!: string
  @MayBeAbsent() @Text(ANY_TEXT) name?: string
  @MayBeAbsent() @Text(ANY_TEXT) email?: string
  @Text(ANY_TEXT) password!: string
}

export type LinkRoutesOptions = Pick<UseCases, 'readLink' | 'acceptLink' | 'readSessionView'> & {
  readonly oidc: OidcFlows | null
  readonly hasSimulatedPhones: boolean
}

/** The one-time links that set a password. Their token is in the body, because paths are logged by proxies. */
export function linkRoutes(options: LinkRoutesOptions): Route[] {
  const { readLink, acceptLink, readSessionView, oidc, hasSimulatedPhones } = options
  return [
    {
      method: 'post',
      path: '/links/read',
      handle: async (req, res) => {
        const { purpose, email, name, expiresAt } = await readLink.execute(await readBody(req, LinkFields))
        res.json({ purpose, email: email ?? undefined, name: name ?? undefined, expiresAt })
      },
    },
    {
      method: 'post',
      path: '/links/accept',
      handle: async (req, res) => {
        requirePrivate(req)
        const signedIn = await acceptLink.execute({ ...(await readBody(req, AcceptLinkFields)), ...clientOf(req) })
        startSession(req, res, signedIn)
        res.status(201).json(sessionResponse(await readSessionView.execute(signedIn), hasSimulatedPhones))
      },
    },
    {
      method: 'post',
      path: '/links/oidc',
      handle: async (req, res) => {
        const { token } = await readBody(req, LinkFields)
        if (oidc === null) throw new HttpError('no-such-route', 'People sign in by password only: no issuer is set')
        const { purpose } = await readLink.execute({ token })
        if (purpose === 'setup') throw invalidInput('token', 'is for the setup, which needs a password')
        res.json({ url: await begun(oidc.begin(req, res, token)) })
      },
    },
  ]
}

async function begun(url: Promise<string>): Promise<string> {
  try {
    return await url
  } catch (error) {
    if (error instanceof IssuerUnavailable)
      throw unavailable('The OpenID Connect issuer cannot be used at the moment', 10)
    throw error
  }
}
