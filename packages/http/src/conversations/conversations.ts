import {
  CONVERSATION_STATUSES,
  isConversationId,
  isMessageId,
  isUserId,
  messageView,
  oneOf,
  DomainError,
  type ConversationId,
  type ConversationStatus,
  type FieldRule,
  type ListedConversation,
  type MessageId,
  type PhoneNumber,
  type UseCases,
  type UserId,
} from '@carillon/core'
import type { Request } from 'express'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { readBody } from '../input/body.js'
import { ClearableText, MayBeAbsent, OneOf, Text } from '../input/checks.js'
import { CursorQuery, cursorPageOf, cursorRequestOf } from '../input/cursor.js'
import { parameterOf } from '../input/path.js'
import { Parameter, readQuery } from '../input/query.js'
import { messageResponse } from '../messages/messages.js'

/** An unescaped `+` in a query arrives as a space. */
const numberOf = (text: string) => text.replace(/^ /, '+')

const PHONE: FieldRule = {
  holds: (text) => /^\+[1-9]\d{1,14}$/.test(numberOf(text)),
  expected: 'must be a number in E.164 form, such as +12025550123',
}
const BOOLEAN = oneOf(['true', 'false'])
const MESSAGE_ID: FieldRule = {
  holds: isMessageId,
  expected: 'must be msg_ followed by 26 digits or lowercase letters',
}
const USER_ID: FieldRule = { holds: isUserId, expected: 'must be usr_ followed by 26 digits or lowercase letters' }
const ASSIGNEE: FieldRule = {
  holds: (text) => text === 'nobody' || isUserId(text),
  expected: 'must be nobody, or usr_ followed by 26 digits or lowercase letters',
}

class ConversationListQuery extends CursorQuery {
  @Parameter(oneOf(CONVERSATION_STATUSES)) status?: ConversationStatus | ''
  @Parameter(BOOLEAN) unread?: 'true' | 'false' | ''
  @Parameter(PHONE) phoneNumber?: string
  @Parameter(ASSIGNEE) assignee?: UserId | 'nobody' | ''
}

export class ConversationFields {
  @MayBeAbsent() @OneOf(CONVERSATION_STATUSES) status?: ConversationStatus
  @MayBeAbsent() @Text(MESSAGE_ID) readUntil?: MessageId
  @MayBeAbsent() @ClearableText(USER_ID) assigneeId?: UserId | null
}

type ConversationUseCases = Pick<
  UseCases,
  'listConversations' | 'readConversation' | 'readThread' | 'changeConversation'
>

export function conversationRoutes(useCases: ConversationUseCases): Route[] {
  const { listConversations, readConversation, readThread, changeConversation } = useCases
  return [
    {
      method: 'get',
      path: '/conversations',
      bucket: 'messagingRead',
      handle: async (req, res) => {
        const { status, unread, phoneNumber, assignee, ...step } = readQuery(req, ConversationListQuery)
        const filters = {
          status: status || null,
          unread: unread === 'true',
          phone: phoneNumber ? (numberOf(phoneNumber) as PhoneNumber) : null,
          assignee: assignee || null,
        }
        const page = await listConversations.execute({ account: accountOf(res), ...filters, ...cursorRequestOf(step) })
        res.json(cursorPageOf(page, conversationResponse))
      },
    },
    {
      method: 'get',
      path: '/conversations/:conversationId',
      bucket: 'messagingRead',
      handle: async (req, res) => {
        const found = await readConversation.execute({ account: accountOf(res), id: conversationIdOf(req) })
        res.json(conversationResponse(found))
      },
    },
    {
      method: 'patch',
      path: '/conversations/:conversationId',
      bucket: 'contactApiWrite',
      handle: async (req, res) => {
        const fields = await readBody(req, ConversationFields, { types: ['application/merge-patch+json'] })
        const { assigneeId, ...rest } = fields
        // A cleared field arrives as null or as an empty text.
        const patch = { ...rest, ...(assigneeId !== undefined && { assignee: assigneeId || null }) }
        const id = conversationIdOf(req)
        res.json(conversationResponse(await changeConversation.execute({ account: accountOf(res), id, patch })))
      },
    },
    {
      method: 'get',
      path: '/conversations/:conversationId/messages',
      bucket: 'messagingRead',
      handle: async (req, res) => {
        const step = cursorRequestOf(readQuery(req, CursorQuery))
        const page = await readThread.execute({ account: accountOf(res), id: conversationIdOf(req), ...step })
        res.json(cursorPageOf(page, messageResponse))
      },
    },
  ]
}

/** Text that cannot be the id of a conversation is reported as a conversation that does not exist. */
export function conversationIdOf(req: Request): ConversationId {
  const id = parameterOf(req, 'conversationId')
  if (isConversationId(id)) return id
  throw new DomainError('conversation-not-found', 'No conversation of this account has this id')
}

/** `undefined` fields are omitted from the JSON. */
function conversationResponse(conversation: ListedConversation) {
  const { id, number, phone, firstName, lastName, status, unread, assignee, assigneeName, text } = conversation
  return {
    id,
    number,
    phoneNumber: phone,
    firstName: firstName ?? undefined,
    lastName: lastName ?? undefined,
    status,
    unreadCount: unread,
    assignee: assignee === null ? undefined : { id: assignee, name: assigneeName },
    lastReceived: messageResponse(messageView(text)),
  }
}
