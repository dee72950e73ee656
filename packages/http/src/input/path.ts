import {
  DomainError,
  isMessageId,
  parseGroupId,
  parsePhoneNumber,
  type GroupId,
  type MessageId,
  type PhoneNumber,
} from '@carillon/core'
import type { Request } from 'express'

export function phoneOf(req: Request): PhoneNumber {
  return parsePhoneNumber(parameterOf(req, 'phoneNumber'))
}

export function accountNameOf(req: Request): string {
  return parameterOf(req, 'name')
}

export function groupIdOf(req: Request): GroupId {
  return parseGroupId(parameterOf(req, 'groupId'))
}

/** Text that cannot be a message id is reported as a message that does not exist. */
export function messageIdOf(req: Request): MessageId {
  const id = parameterOf(req, 'messageId')
  if (isMessageId(id)) return id
  throw new DomainError('message-not-found', 'No message of this account has this id')
}

/** A path parameter, decoded, or as the client sent it if it cannot be decoded. */
export function parameterOf(req: Request, name: string): string {
  const value = req.params[name]
  if (typeof value !== 'string') throw new Error(`The route has no parameter ${name}`)
  return value
}
