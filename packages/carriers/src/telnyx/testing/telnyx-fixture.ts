import type { CarrierConnection } from '@carillon/core'
import type { CarrierContext } from '../../carrier-context.js'
import { telnyx } from '../telnyx.js'
import type { TelnyxSettings } from '../settings.js'
import { API_KEY, TelnyxCarrier } from './telnyx-carrier.js'

export const CONTEXT: CarrierContext = {
  receiptUrl: 'https://sms.example.com/provider/telnyx/receipts',
  inboundUrl: 'https://sms.example.com/provider/telnyx/inbound',
}

/** Nobody listens here. */
export const NOWHERE = 'http://127.0.0.1:9/v2'

const opened: (() => Promise<void>)[] = []

export async function openCarrier(): Promise<TelnyxCarrier> {
  const carrier = await TelnyxCarrier.open()
  opened.push(() => carrier.close())
  return carrier
}

export function connect(
  carrier: TelnyxCarrier,
  given: Partial<TelnyxSettings> = {},
  context: CarrierContext = CONTEXT,
): CarrierConnection {
  const { baseUrl, signer } = carrier
  const connection = telnyx({ apiKey: API_KEY, publicKey: signer.publicKey, baseUrl, ...given }, context)
  opened.push(() => connection.close())
  return connection
}

/** For `afterEach`. Carriers and connections close at once, so that no connection waits for a stalled answer. */
export async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((close) => close()))
}
