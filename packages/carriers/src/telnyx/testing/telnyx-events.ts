import { record, type TakenMessage } from './telnyx-messages.js'

export type EventError = { readonly code: string; readonly title: string; readonly detail?: string }

/** A report on a message that was taken, as the body of a webhook. */
export function report(
  message: TakenMessage,
  given: { readonly type?: string; readonly status: string; readonly errors?: readonly EventError[] },
): string {
  const payload = { ...record(message, given.status).data, errors: given.errors ?? [], completed_at: COMPLETED_AT }
  return event(given.type ?? 'message.finalized', payload)
}

export type InboundGiven = {
  readonly from: string
  readonly to: string
  readonly text: string
  readonly mediaUrls: readonly string[]
  readonly id: string
  readonly autoresponseType?: string
}

export function received({ from, to, text, mediaUrls, id, autoresponseType }: InboundGiven): string {
  return event('message.received', {
    record_type: 'message',
    direction: 'inbound',
    id,
    type: mediaUrls.length === 0 ? 'SMS' : 'MMS',
    messaging_profile_id: '16fd2706-8baf-433b-82eb-8c7fada847da',
    from: { phone_number: from, carrier: 'T-MOBILE USA, INC.', line_type: 'Wireless' },
    to: [{ phone_number: to, status: 'webhook_delivered', carrier: 'Telnyx', line_type: 'VoIP' }],
    cc: [],
    text,
    subject: null,
    media: mediaUrls.map((url) => ({ url, content_type: 'image/jpeg', hash_sha256: '', size: 1_024 })),
    autoresponse_type: autoresponseType ?? null,
    encoding: 'GSM-7',
    parts: 1,
    tags: [],
    received_at: COMPLETED_AT,
    errors: [],
  })
}

export function event(type: string, payload: unknown): string {
  return JSON.stringify({
    data: {
      record_type: 'event',
      id: 'bf6307bd-884d-4c1f-b6ea-c62b8c495d3c',
      event_type: type,
      occurred_at: '2026-03-01T12:00:01.500+00:00',
      payload,
    },
    meta: { attempt: 1, delivered_to: 'https://sms.example.com/provider/telnyx/inbound' },
  })
}

export const COMPLETED_AT = '2026-03-01T12:00:00.250+00:00'
