import { DomainError, isGroupId, parsePhoneNumber, type GroupId, type PhoneNumber } from '@carillon/core'
import type { Request } from 'express'

export function phoneOf(req: Request): PhoneNumber {
  return parsePhoneNumber(parameterOf(req, 'phoneNumber'))
}

export function groupIdOf(req: Request): GroupId {
  return parseGroupId(parameterOf(req, 'groupId'))
}

export function parseGroupId(text: string): GroupId {
  if (isGroupId(text)) return text
  throw new DomainError('invalid-group-id', 'A group id is grp_ and 26 digits or small letters')
}

/** A part of the path as its client meant it. */
export function parameterOf(req: Request, name: string): string {
  const value = req.params[name]
  if (typeof value !== 'string') throw new Error(`The route has no parameter ${name}`)
  return value
}
