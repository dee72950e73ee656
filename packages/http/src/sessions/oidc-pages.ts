import { DomainError, type Identity, type UseCases } from '@carillon/core'
import type { Request, Response, Router } from 'express'
import type { ApiEnvironment } from '../api/context.js'
import { routerOf, type Route } from '../api/route.js'
import { clientOf, startSession } from './dashboard-session.js'
import { IssuerUnavailable } from './identity-provider.js'
import { OIDC_PREFIX, type OidcFlows } from './oidc-flows.js'

type OidcUseCases = Pick<UseCases, 'signInWithIdentity' | 'acceptLink'>

export type OidcPagesOptions = {
  readonly flows: OidcFlows
  readonly useCases: OidcUseCases
  readonly environment: ApiEnvironment
}

/** What the page of the sign-in explains. */
type Problem = 'uninvited' | 'link' | 'taken' | 'expired' | 'failed' | 'unavailable'

/** The pages between the dashboard and the issuer. The browser opens them itself, so they answer with redirects. */
export function oidcPages({ flows, useCases, environment }: OidcPagesOptions): Router {
  const { logger } = environment
  const routes: Route[] = [
    {
      method: 'get',
      path: '/start',
      handle: async (req, res) => {
        const url = await flows.begin(req, res, null).catch((err: unknown) => {
          if (!(err instanceof IssuerUnavailable)) throw err
          logger.warn({ err }, 'the OpenID Connect issuer cannot be used')
          return signInWith('unavailable')
        })
        res.redirect(303, url)
      },
    },
    {
      method: 'get',
      path: '/callback',
      handle: async (req, res) => res.redirect(303, await finish(req, res)),
    },
  ]
  return routerOf({
    prefix: OIDC_PREFIX,
    routes,
    authenticate: (_req, _res, next) => next(),
    limiter: null,
    environment,
  })

  async function finish(req: Request, res: Response): Promise<string> {
    const flow = flows.take(req, res)
    if (flow === null) return signInWith('expired')
    const identity = await flows.finish(req, flow).catch((err: unknown) => {
      logger.warn({ err }, 'a response of the OpenID Connect issuer was refused')
      return null
    })
    if (identity === null) return signInWith('failed')
    try {
      startSession(req, res, await enter(identity, flow.link, clientOf(req)))
      // Relative, so that the redirect also works behind a proxy that adds a path prefix.
      return '../'
    } catch (error) {
      return signInWith(problemOf(error))
    }
  }

  function enter(identity: Identity, link: string | null, client: ReturnType<typeof clientOf>) {
    return link === null
      ? useCases.signInWithIdentity.execute({ identity, ...client })
      : useCases.acceptLink.execute({ token: link, identity, ...client })
  }
}

function signInWith(problem: Problem): string {
  return `../sign-in?oidc=${problem}`
}

function problemOf(error: unknown): Problem {
  const code = error instanceof DomainError ? error.code : null
  if (code === 'sign-in-failed') return 'uninvited'
  if (code === 'link-not-found' || code === 'invalid-input') return 'link'
  if (code === 'identity-taken') return 'taken'
  throw error
}
