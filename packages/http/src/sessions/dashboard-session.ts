import { DomainError, type Session, type SessionView, type SignedIn, type UseCases } from '@carillon/core'
import type { Request, Response } from 'express'
import { signedInOf, type ApiEnvironment } from '../api/context.js'
import type { Route } from '../api/route.js'
import { readBody } from '../input/body.js'
import { Text } from '../input/checks.js'
import { ANY_TEXT } from '../input/shape.js'
import { clearSessionCookie, requirePrivate, sessionTokenOf, setSessionCookie } from './cookie.js'
import { OIDC_PREFIX, type OidcFlows } from './oidc-flows.js'
import { addressOf } from './signed-in.js'

export class SignInFields {
  @Text(ANY_TEXT) email!: string
  @Text(ANY_TEXT) password!: string
}

/** `oidc`: the issuer at which people may sign in too. */
export type SessionRoutesOptions = SessionUseCases & {
  readonly oidc: OidcFlows | null
  readonly environment: ApiEnvironment
  readonly hasSimulatedPhones: boolean
}

type SessionUseCases = Pick<UseCases, 'readSignInOptions' | 'signIn' | 'signOut' | 'readSessionView'>

export function sessionRoutes({ oidc, environment, hasSimulatedPhones, ...useCases }: SessionRoutesOptions): Route[] {
  const { readSignInOptions, signIn, signOut, readSessionView } = useCases
  return [
    {
      method: 'get',
      path: '/sign-in',
      handle: async (_req, res) => {
        const { needsSetup } = await readSignInOptions.execute()
        const issuer = oidc && { name: oidc.provider.name, url: `${OIDC_PREFIX}/start` }
        res.json({ needsSetup, password: true, oidc: issuer })
      },
    },
    {
      method: 'post',
      path: '/session',
      handle: async (req, res) => {
        requirePrivate(req)
        const { email, password } = await readBody(req, SignInFields)
        const signedIn = await signIn.execute({ email, password, ...clientOf(req) }).catch((error: unknown) => {
          reportFailure(error, req, environment)
          throw error
        })
        startSession(req, res, signedIn)
        res.json(sessionResponse(await readSessionView.execute(signedIn), hasSimulatedPhones))
      },
    },
    {
      method: 'get',
      path: '/session',
      handle: async (_req, res) => {
        res.json(sessionResponse(await readSessionView.execute(signedInOf(res)), hasSimulatedPhones))
      },
    },
    {
      method: 'delete',
      path: '/session',
      handle: async (req, res) => {
        await signOut.execute({ session: signedInOf(res).session, address: addressOf(req) })
        clearSessionCookie(req, res)
        // So that a page that is shown by "back" has nothing left of the person before.
        res.set('Clear-Site-Data', '"cache"').status(204).end()
      },
    },
  ]
}

/** Counts and logs a failed sign-in, without the name and the password. Outages are not failures to sign in. */
function reportFailure(error: unknown, req: Request, { logger, metrics }: ApiEnvironment) {
  const code = error instanceof DomainError ? error.code : null
  const reason = code === 'sign-in-failed' ? 'wrong' : code === 'too-many-sign-ins' ? 'slowed' : null
  if (reason === null) return
  metrics.authenticationFailures.inc({ reason })
  logger.warn({ reason, ip: req.ip }, 'sign-in failed')
}

/** The browser that signs in. The session that it has so far ends, so that nobody can choose a session for it. */
export function clientOf(req: Request) {
  return {
    address: addressOf(req),
    userAgent: req.get('User-Agent') ?? null,
    previousToken: sessionTokenOf(req),
  }
}

/** Gives the browser the cookie, for as long as a session lasts at most. It ends earlier when it is not used. */
export function startSession(req: Request, res: Response, { token }: Pick<SignedIn, 'token'>) {
  setSessionCookie(req, res, { token, maxAgeMs: SESSION_AGE_MAX_MS })
}

const SESSION_AGE_MAX_MS = 7 * 24 * 3_600_000

/** `undefined` fields are omitted from the JSON. */
export function sessionResponse({ user, session, accounts }: SessionView, hasSimulatedPhones: boolean) {
  const { id, name, email, isOwner, timezone } = user
  return {
    user: { id, name, email, isOwner, timezone: timezone ?? undefined },
    session: shown(session),
    accounts: accounts.map(({ id, name, timezone, smartEncoding, role }) => ({
      id,
      name,
      timezone,
      smartEncoding,
      role,
    })),
    hasSimulatedPhones,
  }
}

function shown({ id, createdAt, expiresAt }: Pick<Session, 'id' | 'createdAt' | 'expiresAt'>) {
  return { id, createdAt, expiresAt }
}
