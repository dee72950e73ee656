import { DomainError, isAtLeast, roleOf, type Role, type UseCases, type User } from '@carillon/core'
import type { Request, Response } from 'express'
import { contextOf } from '../api/context.js'
import { HttpError } from '../api/problem.js'
import { authenticateSession } from '../sessions/signed-in.js'
import type { RequiredAccess } from './access.js'
import type { SessionLimit } from './session-limit.js'

export type AuthorizeDeps = {
  readonly useCases: Pick<UseCases, 'authenticateSession' | 'readAccountById'>
  readonly limit: SessionLimit
}

/**
 * Throws unless the request may use the route: checks the session, its limit, and the role of its user. Puts the user
 * and the account into the context, and the name of the account where the routes of the admin API expect it.
 */
export async function authorize(
  req: Request,
  res: Response,
  least: RequiredAccess,
  { useCases, limit }: AuthorizeDeps,
): Promise<void> {
  if (least === 'anyone') return
  const context = contextOf(res)
  const signedIn = await authenticateSession(req, useCases.authenticateSession)
  context.signedIn = signedIn
  limit.take(signedIn.session.id)
  if (least === 'user') return
  const { account: id } = req.params
  if (typeof id !== 'string') return requireOwner(signedIn.user)
  const found = await useCases.readAccountById.execute({ id })
  const role = found && roleOf(signedIn.user, found.id)
  if (found === null || role === null) throw unknownAccount()
  requireRole(role, least)
  context.account = found
  context.role = role
  req.params['name'] = found.name
}

function requireOwner({ isOwner }: Pick<User, 'isOwner'>) {
  if (!isOwner) throw new HttpError('role-too-low', 'This needs the role owner, which is for the whole service')
}

function requireRole(role: Role, least: Role) {
  if (isAtLeast(role, least)) return
  throw new HttpError('role-too-low', `This needs the role ${least}, and yours is ${role}`)
}

/** The same for an account that does not exist and for one of others. */
function unknownAccount(): DomainError {
  return new DomainError('account-not-found', 'You have no account with this id')
}
