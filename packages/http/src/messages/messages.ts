import {
  MESSAGE_DIRECTIONS,
  MESSAGE_FIELD_RULES,
  SENDER_NUMBER,
  SENDER_OR_POOL,
  MESSAGE_STATUSES,
  oneOf,
  type Account,
  type FieldRule,
  type Message,
  type MessageDetails,
  type MessageView,
  type MessageQuery,
  type MessageStatus,
  type SendMessageInput,
  type UseCases,
} from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { readBody } from '../input/body.js'
import { Flag, MayBeAbsent, Nested, NotWith, RequiredUnless, Text } from '../input/checks.js'
import { INSTANT, instantOf } from '../input/instant.js'
import { messageIdOf } from '../input/path.js'
import { PageQuery, pageRequestOf, Parameter, readQuery } from '../input/query.js'
import { ANY_TEXT } from '../input/shape.js'
import { TemplateRefFields } from '../templates/template-fields.js'

const hasOther = ({ mediaUrl, template }: SendFields) => mediaUrl !== undefined || template !== undefined

export class SendFields {
  /** The number is checked later: a repeated request must get its stored response without this check. */
  @Text(ANY_TEXT) to!: string
  @Text(MESSAGE_FIELD_RULES.from) from!: string
  @Text(MESSAGE_FIELD_RULES.body) @RequiredUnless(hasOther, 'without mediaUrl') body?: string
  @MayBeAbsent() @NotWith('body') @Nested(TemplateRefFields) template?: TemplateRefFields
  @MayBeAbsent() @Text(MESSAGE_FIELD_RULES.mediaUrl) mediaUrl?: string
  @MayBeAbsent() @Flag() smartEncoding?: boolean
  @MayBeAbsent() @Flag() respectWindows?: boolean
  @MayBeAbsent() @Flag() respectCaps?: boolean
  @MayBeAbsent() @Text(MESSAGE_FIELD_RULES.idempotencyKey) idempotencyKey?: string
}

export function sendOf(fields: SendFields, account: Account): SendMessageInput {
  const {
    to,
    from,
    body = '',
    mediaUrl = null,
    template,
    smartEncoding,
    respectWindows,
    respectCaps,
    idempotencyKey = null,
  } = fields
  const choices = { smartEncoding, respectWindows, respectCaps }
  return { account, to, from, body, mediaUrl, template: template?.id, ...choices, idempotencyKey }
}

/** An unescaped `+` in a query arrives as a space. */
const numberOf = (text: string) => text.replace(/^ /, '+')

const NUMBER: FieldRule = { ...SENDER_NUMBER, holds: (text) => SENDER_NUMBER.holds(numberOf(text)) }

const NUMBER_OR_POOL: FieldRule = { ...SENDER_OR_POOL, holds: (text) => SENDER_OR_POOL.holds(numberOf(text)) }

class MessageListQuery extends PageQuery {
  @Parameter(oneOf(MESSAGE_DIRECTIONS)) direction?: Message['direction'] | ''
  @Parameter(NUMBER) to?: string
  @Parameter(NUMBER_OR_POOL) from?: string
  @Parameter(oneOf(MESSAGE_STATUSES)) status?: MessageStatus | ''
  @Parameter(INSTANT) createdFrom?: string
  @Parameter(INSTANT) createdTo?: string
}

type MessageUseCases = Pick<UseCases, 'sendMessage' | 'readMessage' | 'listMessages'>

export function messageRoutes({ sendMessage, readMessage, listMessages }: MessageUseCases): Route[] {
  return [
    {
      method: 'post',
      path: '/messaging/message',
      bucket: 'message',
      handle: async (req, res) => {
        const fields = await readBody(req, SendFields, { judgedLater: 'body' })
        const { message, replayed } = await sendMessage.execute(sendOf(fields, accountOf(res)))
        if (replayed) res.set('Idempotent-Replayed', 'true')
        res.status(201).json(messageResponse(message))
      },
    },
    {
      method: 'get',
      path: '/messaging/message/:messageId',
      bucket: 'messagingRead',
      handle: async (req, res) => {
        res.json(detailsResponse(await readMessage.execute({ account: accountOf(res), id: messageIdOf(req) })))
      },
    },
    {
      method: 'get',
      path: '/messaging/message',
      bucket: 'messagingRead',
      handle: async (req, res) => {
        const query = messageQueryOf(readQuery(req, MessageListQuery))
        const page = await listMessages.execute({ account: accountOf(res), query })
        res.json({ ...page, results: page.results.map(messageResponse) })
      },
    },
  ]
}

function messageQueryOf(query: MessageListQuery): MessageQuery {
  const { direction, to, from, status, createdFrom, createdTo, ...page } = query
  return {
    ...pageRequestOf(page),
    direction: direction || null,
    to: to ? numberOf(to) : null,
    from: from ? numberOf(from) : null,
    status: status || null,
    createdFrom: createdFrom ? instantOf(createdFrom) : null,
    createdTo: createdTo ? instantOf(createdTo) : null,
  }
}

/** `undefined` fields are omitted from the JSON. */
export function messageResponse(message: MessageView) {
  const { id, direction, to, from, body, mediaUrl, template, status, createdAt } = message
  return {
    id,
    direction,
    to,
    from,
    body,
    mediaUrl: mediaUrl ?? undefined,
    template: template ?? undefined,
    status,
    errorType: message.errorType ?? undefined,
    errorMessage: message.errorMessage ?? undefined,
    sentAt: message.sentAt ?? undefined,
    deliveredAt: message.deliveredAt ?? undefined,
    createdAt,
    heldUntil: message.heldUntil ?? undefined,
  }
}

/** Nothing about carriers is shown if the provider names none. */
function detailsResponse(message: MessageDetails) {
  const { carrier, carrierId, carrierCode, tries } = message
  return {
    ...messageResponse(message),
    carrier: carrier ?? undefined,
    carrierId: (tries.length > 0 && carrierId) || undefined,
    carrierCode: carrierCode ?? undefined,
    tries: tries.length > 0 ? tries : undefined,
  }
}
