import {
  codePointsOf,
  invalidInput,
  isPhoneNumber,
  parseReference,
  SENDER_NUMBER,
  type FailureType,
  type InboundText,
  type MessageFailure,
} from '@carillon/core'
import { OUTCOMES, type Behaviour } from '../outbox/behaviour.js'
import { Fields, FLAG, oneOf, text, wholeNumber } from './fields.js'

const TIMES_MAX = 1_000_000_000
const LATENCY_MAX_MS = 600_000
const RATE_MAX = 1_000_000
const BODY_LENGTH_MAX = 10_000
const URL_LENGTH_MAX = 2_048
const ERROR_MESSAGE_MAX = 1_000
const LIMIT_DEFAULT = 100
const MESSAGES_MAX = 100_000
const TEXTS_MAX = 1_000

const PHONE = text('a phone number in E.164 form, such as "+12025550123"', isPhoneNumber)
const SENDER = text('the number or short code of a sender, such as "+12025550100"', SENDER_NUMBER.holds)
const BODY = text(
  `text of at most ${BODY_LENGTH_MAX} characters, without NUL`,
  (value) => codePointsOf(value) <= BODY_LENGTH_MAX,
)
const MEDIA_URL = text(
  `an http or https URL of at most ${URL_LENGTH_MAX} characters`,
  (value) => /^https?:\/\//i.test(value) && value.length <= URL_LENGTH_MAX && URL.canParse(value),
)
const ID = text('the id of a message, such as "sim_01k…"', (value) => value.startsWith('sim_'))
const REFERENCE = text('the reference of a message, such as "acc_….msg_…"', (value) => parseReference(value) !== null)
const ERROR_MESSAGE = text(
  `text of 1 to ${ERROR_MESSAGE_MAX} characters`,
  (value) => value !== '' && codePointsOf(value) <= ERROR_MESSAGE_MAX,
)

const INSTANT = text(
  'an ISO 8601 time with a UTC offset, such as "2026-03-01T12:00:00Z"',
  (value) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(value) && !isNaN(Date.parse(value)),
)

export function readInbound(body: unknown): Omit<InboundText, 'providerId'> {
  const fields = new Fields(body)
  const inbound = {
    from: fields.required('from', PHONE),
    to: fields.required('to', SENDER),
    body: fields.required('body', BODY),
    mediaUrl: fields.optional('mediaUrl', MEDIA_URL),
  }
  fields.check()
  return inbound
}

export function readBehaviour(body: unknown): Behaviour {
  const fields = new Fields(body)
  const behaviour = {
    to: fields.optional('to', PHONE),
    outcome: fields.required('outcome', oneOf(OUTCOMES)),
    times: fields.optional('times', wholeNumber({ min: 1, max: TIMES_MAX })),
    latencyMs: fields.optional('latencyMs', wholeNumber({ min: 0, max: LATENCY_MAX_MS })),
    deduplicates: fields.optional('deduplicates', FLAG),
    canBeAsked: fields.optional('canBeAsked', FLAG),
    messagesPerSecond: fields.optional('messagesPerSecond', wholeNumber({ min: 1, max: RATE_MAX })),
  }
  if (behaviour.to !== null) {
    for (const name of ['deduplicates', 'canBeAsked', 'messagesPerSecond'] as const) {
      if (behaviour[name] !== null) fields.refuse(name, 'is for all numbers: omit to')
    }
  }
  fields.check()
  return behaviour
}

/** A receipt for the message with this simulator id, or with this reference of the service. */
export type ReceiptRequest = ({ readonly id: string } | { readonly reference: string }) & {
  /** The time that the carrier reports; null means now. */
  readonly at: Date | null
  readonly failure: MessageFailure | null
}

export function readReceipt(body: unknown): ReceiptRequest {
  const fields = new Fields(body)
  const id = fields.optional('id', ID)
  const reference = fields.optional('reference', REFERENCE)
  if ((id === null) === (reference === null)) fields.refuse('id', 'or reference must be given, but not both')
  const status = fields.required('status', oneOf(['delivered', 'failed']))
  const at = fields.optional('at', INSTANT)
  const type = fields.optional('errorType', oneOf(FAILURES))
  const message = fields.optional('errorMessage', ERROR_MESSAGE)
  if (status === 'delivered' && type !== null) fields.refuse('errorType', 'is only allowed when status is failed')
  if (status === 'delivered' && message !== null) fields.refuse('errorMessage', 'is only allowed when status is failed')
  fields.check()
  const failure =
    status === 'failed'
      ? { type: type ?? 'carrier_rejected', message: message ?? 'The carrier could not deliver the message' }
      : null
  const receipt = { at: at === null ? null : new Date(at), failure }
  return id === null ? { reference: reference!, ...receipt } : { id, ...receipt }
}

/** The failure types that a carrier can report. */
const FAILURES = ['carrier_rejected', 'invalid_destination', 'opted_out', 'expired'] as const satisfies FailureType[]

export type MessagesQuery = { readonly to: string | null; readonly limit: number }

export function readMessagesQuery(query: Query): MessagesQuery {
  return { to: readPhone(query, 'to'), limit: readLimit(query, MESSAGES_MAX) }
}

export type TextsQuery = { readonly phone: string | null; readonly limit: number }

export function readTextsQuery(query: Query): TextsQuery {
  return { phone: readPhone(query, 'phone'), limit: readLimit(query, TEXTS_MAX) }
}

type Query = Readonly<Record<string, unknown>>

/** Restores an unescaped `+`, which arrives as a space in a query. */
function readPhone(query: Query, field: string): string | null {
  const { [field]: phone = '' } = query
  if (typeof phone !== 'string') throw invalidInput(field, 'must be given at most once')
  return phone === '' ? null : phone.replace(/^ /, '+')
}

function readLimit({ limit = '' }: Query, max: number): number {
  if (typeof limit !== 'string') throw invalidInput('limit', 'must be given at most once')
  if (limit !== '' && !/^0*[1-9]\d*$/.test(limit)) {
    throw invalidInput('limit', `must be a whole number from 1 to ${max}, got ${JSON.stringify(limit.slice(0, 40))}`)
  }
  return limit === '' ? LIMIT_DEFAULT : Math.min(Number(limit), max)
}
