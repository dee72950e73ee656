import type { CarrierConnection, Submission } from '@carillon/core'
import { afterEach } from '@jest/globals'
import type { CarrierContext } from '../../carrier-context.js'
import { twilio, type TwilioSettings } from '../index.js'
import { ACCOUNT_SID, AUTH_TOKEN, OWN_NUMBER, startTestTwilio } from './test-twilio.js'

export const CONTEXT: CarrierContext = {
  receiptUrl: 'https://sms.example.com/provider/main/receipts',
  inboundUrl: 'https://sms.example.com/provider/main/inbound',
}

/** Nothing listens there. */
export const NOWHERE = 'http://127.0.0.1:1'

/** Long enough for every answer that comes at all. */
export const DEADLINE = { deadlineMs: 10_000 }

/** Opens test carriers and connections, and closes them after each test. */
export function twilioFixture() {
  const closes: (() => Promise<void>)[] = []
  afterEach(async () => {
    await Promise.all(closes.splice(0).map((close) => close()))
  })
  const connect = (given: Partial<TwilioSettings> = {}, context: CarrierContext = CONTEXT): CarrierConnection => {
    const connection = twilio({ accountSid: ACCOUNT_SID, authToken: AUTH_TOKEN, ...given }, context)
    closes.unshift(() => connection.close())
    return connection
  }
  return {
    connect,
    /** A test carrier, and a connection to it. */
    async open(given: Partial<TwilioSettings> = {}, options: { readonly bodyMax?: number } = {}) {
      const carrier = await startTestTwilio(options)
      closes.push(() => carrier.close())
      const urls = { baseUrl: carrier.url, lookupBaseUrl: carrier.url }
      return { carrier, connection: connect({ ...urls, ...given }) }
    },
  }
}

export function aText(given: Partial<Submission> = {}): Submission {
  return {
    ...{ reference: 'acc_1.msg_1', from: OWN_NUMBER, to: '+12025550101', body: 'Hello', mediaUrl: null },
    ...given,
  }
}
