import {
  CAT,
  describeCarrierDirectory,
  describeCarrierWebhooks,
  describeSmsProvider,
  type TestCarrierDirectory,
  type TestCarrierWebhooks,
  type TestSmsProvider,
} from '@carillon/contracts'
import type { PhoneNumber } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { ACCOUNT_SID, AUTH_TOKEN } from './testing/test-twilio.js'
import { CONTEXT, DEADLINE, NOWHERE, twilioFixture } from './testing/twilio-fixture.js'
import { twilioRequests } from './testing/twilio-requests.js'
import { twilioWebhooks } from './webhooks.js'

const { open, connect } = twilioFixture()

const [receiptUrl, inboundUrl] = [CONTEXT.receiptUrl!, CONTEXT.inboundUrl!]

/** The suite has a text that is longer than Twilio permits. */
const LONGEST = { bodyMax: 3_000 }
const UNKNOWN = '+12025559999' as PhoneNumber

describe('Twilio', () => {
  describeSmsProvider(async (): Promise<TestSmsProvider> => {
    const { carrier, connection } = await open({}, LONGEST)
    return {
      provider: connection.provider,
      twin: connect({ baseUrl: carrier.url }).provider,
      cutOff: connect({ baseUrl: NOWHERE }).provider,
      ...DEADLINE,
      delivered: async (reference) =>
        carrier.texts
          .map(({ statusCallback, from, to, body, mediaUrls }) => ({
            reference: new URL(statusCallback!).searchParams.get('reference')!,
            ...{ from, to, body, mediaUrl: mediaUrls[0] ?? null },
          }))
          .filter((text) => text.reference === reference),
      refuse: async (to) => carrier.refuse(to),
      close: async () => void (carrier.state.mode = 'throttled'),
      stall: async () => void (carrier.state.mode = 'stalled'),
    }
  })

  describeCarrierWebhooks((): TestCarrierWebhooks => {
    const requests = twilioRequests({ accountSid: ACCOUNT_SID, authToken: AUTH_TOKEN, receiptUrl, inboundUrl })
    return {
      webhooks: twilioWebhooks({ authToken: AUTH_TOKEN }),
      foreign: twilioWebhooks({ authToken: 'token-of-another-account' }),
      ...requests,
      progress: (report, at) => requests.status(report, 'sent', {}, at),
      covers: { body: true, query: true },
      ageMaxMs: null,
    }
  })

  describeCarrierDirectory(async (): Promise<TestCarrierDirectory> => {
    const { carrier, connection } = await open({ lookUp: true })
    const stalled = await open({ lookUp: true })
    stalled.carrier.state.lookupsStall = true
    carrier.setLine(UNKNOWN, null)
    return {
      directory: connection.directory!,
      unknown: UNKNOWN,
      cutOff: connect({ lookUp: true, lookupBaseUrl: NOWHERE }).directory!,
      stalled: stalled.connection.directory!,
      ...DEADLINE,
    }
  })
})

describe('look-ups', () => {
  test.each([
    [
      { type: 'mobile', carrierName: 'Blue Wireless' },
      { name: 'Blue Wireless', lineType: 'mobile' },
    ],
    [
      { type: 'landline', carrierName: 'Old Town' },
      { name: 'Old Town', lineType: 'landline' },
    ],
    [
      { type: 'landline', carrierName: null },
      { name: 'unknown', lineType: 'landline' },
    ],
    [
      { type: 'fixedVoip', carrierName: 'Talkover' },
      { name: 'Talkover', lineType: 'voip' },
    ],
    [
      { type: 'nonFixedVoip', carrierName: 'Talkover' },
      { name: 'Talkover', lineType: 'voip' },
    ],
    [
      { type: 'pager', carrierName: 'Beep' },
      { name: 'Beep', lineType: 'unknown' },
    ],
    [{ type: 'tollFree', carrierName: null }, null],
    [{ type: 'mobile', carrierName: 'Maple', errorCode: 60601 }, null],
    [null, null],
  ])('of %j find %j', async (line, expected) => {
    const { carrier, connection } = await open({ lookUp: true })
    carrier.setLine(CAT, line)
    expect(await connection.directory!.lookUp([CAT], DEADLINE)).toEqual([expected])
  })

  test('are paid once for a number that is listed twice', async () => {
    const { carrier, connection } = await open({ lookUp: true })
    expect(await connection.directory!.lookUp([CAT, CAT], DEADLINE)).toHaveLength(2)
    expect(carrier.requests).toHaveLength(1)
  })

  test('are not made unless the settings permit it', async () => {
    expect(connect().directory).toBeNull()
    expect(connect({ lookUp: false }).directory).toBeNull()
  })

  test('find nothing with an answer that cannot be read', async () => {
    const { carrier, connection } = await open({ lookUp: true })
    for (const raw of ['', '<html>', '[]', '{"line_type_intelligence":[1]}']) {
      carrier.state.answer = { status: 200, json: null, raw }
      expect(await connection.directory!.lookUp([CAT], DEADLINE)).toEqual([null])
    }
  })
})
