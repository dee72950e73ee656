import { createHash, timingSafeEqual } from 'node:crypto'
import { ADMIN_TOKEN, API_KEY_ID, DomainError, type Authenticate, type Credentials } from '@carillon/core'
import type { Request, RequestHandler, Response } from 'express'
import { contextOf, type ApiEnvironment } from './context.js'

/** HTTP Basic: the id of the API key is the user name, and its secret is the password. */
export function basicAuthentication(authenticate: Authenticate, environment: ApiEnvironment): RequestHandler {
  const refuse = refusal('Basic realm="carillon", charset="UTF-8"', environment)
  return async (req, res, next) => {
    const { authorization } = req.headers
    if (authorization === undefined) throw refuse(req, res, 'missing', 'The request has no credentials')
    const credentials = credentialsOf(authorization)
    if (credentials === null)
      throw refuse(req, res, 'malformed', 'The credentials are not valid HTTP Basic credentials')
    try {
      contextOf(res).account = await authenticate.execute(credentials)
    } catch (error) {
      const unknown = error instanceof DomainError && error.code === 'unauthenticated'
      throw unknown ? refuse(req, res, 'wrong', error.message) : error
    }
    next()
  }
}

/** Accepts one token, which all operators of the service share. */
export function bearerAuthentication(token: string, environment: ApiEnvironment): RequestHandler {
  requireAdminToken(token)
  const refuse = refusal('Bearer realm="carillon"', environment)
  const digest = digestOf(token)
  return (req, res, next) => {
    const { authorization } = req.headers
    if (authorization === undefined) throw refuse(req, res, 'missing', 'The request has no admin token')
    const given = BEARER.exec(authorization)?.[1]
    if (given === undefined) throw refuse(req, res, 'malformed', 'The Authorization header is not a bearer token')
    if (!timingSafeEqual(digestOf(given), digest)) throw refuse(req, res, 'wrong', 'The admin token is wrong')
    next()
  }
}

/** The error does not show the token. */
function requireAdminToken(token: unknown) {
  if (typeof token === 'string' && ADMIN_TOKEN.holds(token)) return
  const received = typeof token === 'string' ? `a text of ${token.length} characters` : String(typeof token)
  throw new TypeError(`adminToken ${ADMIN_TOKEN.expected}; got ${received}`)
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

/** Digests have equal lengths, so that the comparison time does not reveal the length of the token. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

type FailureReason = 'missing' | 'malformed' | 'wrong'

/** Counts and logs every failure, without the credentials that were sent. */
function refusal(challenge: string, { logger, metrics }: ApiEnvironment) {
  return (req: Request, res: Response, reason: FailureReason, message: string) => {
    metrics.authenticationFailures.inc({ reason })
    logger.warn({ requestId: contextOf(res).requestId, reason, ip: req.ip }, 'authentication failed')
    res.set('WWW-Authenticate', challenge)
    return new DomainError('unauthenticated', message)
  }
}
