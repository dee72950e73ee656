import {
  isoOf,
  type AccountId,
  type BroadcastId,
  type CarrierTry,
  type FailureType,
  type Message,
  type MessageFailure,
  type MessageId,
  type Receipt,
} from '@carillon/core'
import { recordset } from '../sql/recordset.js'

export type MessageRow = {
  readonly account_id: AccountId
  readonly id: MessageId
  readonly direction: Message['direction']
  readonly purpose: Message['purpose']
  readonly broadcast_id: BroadcastId | null
  readonly to_number: string
  readonly from_number: string
  readonly body: string
  readonly media_url: string | null
  readonly template: Message['template']
  readonly status: Message['status']
  readonly failure_type: FailureType | null
  readonly failure_message: string | null
  readonly sent_at: Date | null
  readonly delivered_at: Date | null
  readonly created_at: Date
  readonly held_until: Date | null
  readonly cost_sms: number
  readonly cost_mms: number
  readonly phase: Message['phase']
  readonly attempt: number
  readonly idempotency_key: string | null
  readonly provider_id: string | null
  readonly carrier_code: string | null
  readonly tries: readonly TryRow[] | null
}

/** The columns of `toRow`, without the account, which every statement binds once for all its rows. */
export const MESSAGE_COLUMNS = {
  id: 'text',
  direction: 'text',
  purpose: 'text',
  broadcast_id: 'text',
  to_number: 'text',
  from_number: 'text',
  body: 'text',
  media_url: 'text',
  template: 'json',
  status: 'text',
  failure_type: 'text',
  failure_message: 'text',
  sent_at: 'timestamptz',
  delivered_at: 'timestamptz',
  created_at: 'timestamptz',
  held_until: 'timestamptz',
  cost_sms: 'integer',
  cost_mms: 'integer',
  phase: 'text',
  attempt: 'integer',
  idempotency_key: 'text',
  provider_id: 'text',
  carrier_code: 'text',
  tries: 'json',
} as const

export function toRow(message: Message) {
  return {
    id: message.id,
    direction: message.direction,
    purpose: message.purpose,
    broadcast_id: message.broadcast,
    to_number: message.to,
    from_number: message.from,
    body: message.body,
    media_url: message.mediaUrl,
    template: message.template && JSON.stringify(message.template),
    status: message.status,
    failure_type: message.failure && message.failure.type,
    failure_message: message.failure && message.failure.message,
    sent_at: message.sentAt && isoOf(message.sentAt),
    delivered_at: message.deliveredAt && isoOf(message.deliveredAt),
    created_at: isoOf(message.createdAt),
    held_until: message.heldUntil && isoOf(message.heldUntil),
    cost_sms: message.cost.sms,
    cost_mms: message.cost.mms,
    phase: message.phase,
    attempt: message.attempt,
    idempotency_key: message.idempotencyKey,
    provider_id: message.providerId,
    carrier_code: message.failure?.carrierCode ?? null,
    tries: message.tries.length === 0 ? null : JSON.stringify(message.tries),
  }
}

export const SAVED_MESSAGES = recordset<ReturnType<typeof toRow>>('saved', MESSAGE_COLUMNS)

export function fromRow(row: MessageRow): Message {
  return {
    id: row.id,
    account: row.account_id,
    direction: row.direction,
    purpose: row.purpose,
    broadcast: row.broadcast_id,
    to: row.to_number,
    from: row.from_number,
    body: row.body,
    mediaUrl: row.media_url,
    template: row.template,
    status: row.status,
    failure: fromFailureRow(row),
    sentAt: row.sent_at,
    deliveredAt: row.delivered_at,
    createdAt: row.created_at,
    heldUntil: row.held_until,
    cost: { sms: row.cost_sms, mms: row.cost_mms },
    phase: row.phase,
    attempt: row.attempt,
    idempotencyKey: row.idempotency_key,
    providerId: row.provider_id,
    tries: row.tries?.map(fromTryRow) ?? [],
  }
}

type TryRow = Omit<CarrierTry, 'at'> & { readonly at: string }

function fromTryRow({ at, ...rest }: TryRow): CarrierTry {
  return { ...rest, at: new Date(at) }
}

export type ReceiptRow = FailureRow & {
  readonly account_id: AccountId
  readonly message_id: MessageId
  readonly at: Date
  readonly carrier: string | null
  readonly provider_id: string | null
}

export const RECEIPT_COLUMNS =
  'account_id, message_id, at, failure_type, failure_message, carrier_code, carrier, provider_id'

export function fromReceiptRow(row: ReceiptRow): Receipt {
  const { account_id: account, message_id: message, at, carrier, provider_id: providerId } = row
  return {
    ...{ account, message, at, failure: fromFailureRow(row) },
    ...(carrier !== null && { carrier }),
    ...(providerId !== null && { providerId }),
  }
}

type FailureRow = Pick<MessageRow, 'failure_type' | 'failure_message' | 'carrier_code'>

export function toFailureRow(failure: MessageFailure | null): FailureRow {
  return {
    failure_type: failure?.type ?? null,
    failure_message: failure?.message ?? null,
    carrier_code: failure?.carrierCode ?? null,
  }
}

function fromFailureRow(row: FailureRow): MessageFailure | null {
  const { failure_type: type, failure_message: message, carrier_code: carrierCode } = row
  if (type === null || message === null) return null
  return carrierCode === null ? { type, message } : { type, message, carrierCode }
}
