import { DomainError, type AuthenticateSession, type SignedInUser } from '@carillon/core'
import type { Request } from 'express'
import { sessionTokenOf } from './cookie.js'

/** The user of the session in the cookie of the request. */
export async function authenticateSession(req: Request, authenticate: AuthenticateSession): Promise<SignedInUser> {
  const token = sessionTokenOf(req)
  if (token === null) throw new DomainError('unauthenticated', 'Nobody is signed in: the request has no session')
  return authenticate.execute({ token, address: addressOf(req) })
}

/** Empty if the connection is already closed, or has no address. */
export function addressOf({ ip }: Request): string {
  return ip ?? ''
}
