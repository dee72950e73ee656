import { originOfOperator, type AuditOrigin } from '@carillon/core'
import type { Request, Response } from 'express'
import { findContext } from '../api/context.js'
import { addressOf } from '../sessions/signed-in.js'

/** Who sends the request, for the audit: the user who is signed in, or an operator with the admin token. */
export function requestOrigin(req: Request, res: Response): AuditOrigin {
  const address = addressOf(req) || null
  const signedIn = findContext(res)?.signedIn
  if (!signedIn) return originOfOperator(address)
  return { actor: { user: signedIn.user.id }, session: signedIn.session.id, address }
}
