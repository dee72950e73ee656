import type { CarrierRequest, CarrierText } from '@carillon/core'
import { BANDWIDTH_SETTINGS } from './test-bandwidth.js'

type Caller = { readonly user?: string; readonly password?: string; readonly address?: string }

/** A request of Bandwidth, with the credentials of the application's callback URL. */
export function calledByBandwidth(url: string, body: string, at: Date, caller: Caller = {}): CarrierRequest {
  const { callbackUser, callbackPassword } = BANDWIDTH_SETTINGS
  const { user = callbackUser, password = callbackPassword, address = '52.72.24.132' } = caller
  return {
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
    },
    body: new TextEncoder().encode(body),
    address,
    at,
  }
}

export function statusEvent(given: {
  readonly reference: string
  readonly providerId: string
  readonly type: string
  readonly code?: number
  readonly words?: string
  readonly at: Date
}) {
  const [owner, to] = ['+12025550199', '+12025550101']
  const time = given.at.toISOString()
  return {
    time,
    type: given.type,
    to,
    description: given.code === undefined ? 'ok' : (given.words ?? 'carrier rejected the message'),
    ...(given.code !== undefined && { errorCode: given.code }),
    message: {
      id: given.providerId,
      owner,
      applicationId: BANDWIDTH_SETTINGS.applicationId,
      time,
      segmentCount: 1,
      direction: 'out',
      to: [to],
      from: owner,
      text: '',
      tag: given.reference,
    },
  }
}

export function receivedEvent(text: Omit<CarrierText, 'kind' | 'isAnswered'>, at: Date) {
  const time = at.toISOString()
  return {
    time,
    type: 'message-received',
    to: text.to,
    description: 'Incoming message received',
    message: {
      id: text.providerId,
      owner: text.to,
      applicationId: BANDWIDTH_SETTINGS.applicationId,
      time,
      segmentCount: 1,
      direction: 'in',
      to: [text.to],
      from: text.from,
      text: text.body,
      ...(text.mediaUrls.length > 0 && { media: text.mediaUrls }),
    },
  }
}
