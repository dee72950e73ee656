import {
  ADMIN_TOKEN,
  API_KEY_ID,
  DomainError,
  type Authenticate,
  type AuthenticateOperator,
  type Credentials,
} from '@carillon/core'
import type { Request, RequestHandler, Response } from 'express'
import { contextOf, type ApiEnvironment } from './context.js'

/** HTTP Basic: the id of the API key is the user name, and its secret is the password. */
export function basicAuthentication(authenticate: Authenticate, environment: ApiEnvironment): RequestHandler {
  const refuse = refusal('Basic realm="carillon", charset="UTF-8"', environment)
  return async (req, res, next) => {
    const { authorization } = req.headers
    if (authorization === undefined)
      throw refuse(req, res, 'missing', unauthenticated('The request has no credentials'))
    const credentials = credentialsOf(authorization)
    if (credentials === null)
      throw refuse(req, res, 'malformed', unauthenticated('The credentials are not valid HTTP Basic credentials'))
    const executed = authenticate.execute({ ...credentials, address: addressOf(req) })
    contextOf(res).account = await executed.catch((error: unknown) => {
      throw refuse(req, res, reasonOf(error), error)
    })
    contextOf(res).key = credentials.keyId
    next()
  }
}

export type BearerOptions = {
  /** The token that all operators of the service share. */
  readonly adminToken: string
  readonly authenticateOperator: AuthenticateOperator
}

/** Accepts only the admin token. */
export function bearerAuthentication(options: BearerOptions, environment: ApiEnvironment): RequestHandler {
  const { adminToken, authenticateOperator } = options
  requireAdminToken(adminToken)
  const refuse = refusal('Bearer realm="carillon"', environment)
  return async (req, res, next) => {
    const { authorization } = req.headers
    if (authorization === undefined)
      throw refuse(req, res, 'missing', unauthenticated('The request has no admin token'))
    const token = BEARER.exec(authorization)?.[1]
    if (token === undefined)
      throw refuse(req, res, 'malformed', unauthenticated('The Authorization header is not a bearer token'))
    const executed = authenticateOperator.execute({ token, adminToken, address: addressOf(req) })
    await executed.catch((error: unknown) => {
      throw refuse(req, res, reasonOf(error), error)
    })
    next()
  }
}

/** The error does not show the token. */
function requireAdminToken(token: unknown) {
  if (typeof token === 'string' && ADMIN_TOKEN.holds(token)) return
  const received = typeof token === 'string' ? `a text of ${token.length} characters` : String(typeof token)
  throw new TypeError(`adminToken ${ADMIN_TOKEN.expected}; got ${received}`)
}

/** Empty if the connection is already closed, or has no address. */
function addressOf({ ip }: Request): string {
  return ip ?? ''
}

const HEADER_LENGTH_MAX = 1_000
const BASIC = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i
const BEARER = /^bearer +([!-~]{1,500}) *$/i

function credentialsOf(header: string): Credentials | null {
  const encoded = header.length <= HEADER_LENGTH_MAX ? BASIC.exec(header)?.[1] : undefined
  const pair = encoded === undefined ? null : decode(encoded)
  const colon = pair?.indexOf(':') ?? -1
  if (pair === null || colon === -1) return null
  const credentials = { keyId: pair.slice(0, colon), secret: pair.slice(colon + 1) }
  return API_KEY_ID.holds(credentials.keyId) ? credentials : null
}

function decode(base64: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(base64, 'base64'))
  } catch {
    return null
  }
}

function unauthenticated(message: string): DomainError {
  return new DomainError('unauthenticated', message)
}

type FailureReason = 'missing' | 'malformed' | 'wrong' | 'slowed'

/** Null for errors such as outages, which are not failures to authenticate. */
function reasonOf(error: unknown): FailureReason | null {
  if (!(error instanceof DomainError)) return null
  if (error.code === 'too-many-failures') return 'slowed'
  return error.code === 'unauthenticated' ? 'wrong' : null
}

/** Counts and logs every failure, without the credentials that were sent. Returns the error to throw. */
function refusal(challenge: string, { logger, metrics }: ApiEnvironment) {
  return (req: Request, res: Response, reason: FailureReason | null, error: unknown) => {
    if (reason === null) return error
    metrics.authenticationFailures.inc({ reason })
    logger.warn({ requestId: contextOf(res).requestId, reason, ip: req.ip }, 'authentication failed')
    res.set('WWW-Authenticate', challenge)
    return error
  }
}
