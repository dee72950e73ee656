import { describe, expect, test } from '@jest/globals'
import twilioSdk from 'twilio'
import {
  ACCOUNT_SID,
  API_KEY,
  API_SECRET,
  AUTH_TOKEN,
  OWN_NUMBER,
  type RecordedRequest,
  type TestTwilio,
} from './testing/test-twilio.js'
import { aText, CONTEXT, DEADLINE, twilioFixture } from './testing/twilio-fixture.js'
import { twilioRequests } from './testing/twilio-requests.js'

const { open } = twilioFixture()

/** Twilio's own client, with the test carrier in place of Twilio's hosts. */
function sdkFor({ url }: TestTwilio, [user, password]: readonly [string, string] = [ACCOUNT_SID, AUTH_TOKEN]) {
  const httpClient = new twilioSdk.RequestClient({ keepAlive: false })
  const request = httpClient.request.bind(httpClient)
  httpClient.request = (options) => {
    const { pathname, search } = new URL(options.uri)
    return request(Object.assign(options, { uri: url + pathname + search }))
  }
  return twilioSdk(user, password, { accountSid: ACCOUNT_SID, httpClient })
}

/** What a request means, without what its sender may choose. */
function meaningOf({ method, path, headers, body }: RecordedRequest) {
  return {
    ...{ method, path, authorization: headers.authorization },
    contentType: headers['content-type']!.split(';')[0],
    fields: [...new URLSearchParams(body)].sort(),
  }
}

describe("Twilio's library, as a client of the test carrier,", () => {
  test.each([
    ['a text', aText({ body: 'ünï 🔔 "q" & = + % \\ \r\n\tend' }), {}],
    ['a text with a picture', aText({ mediaUrl: 'https://example.com/a.jpg?x=1&y=%20' }), {}],
    ['a picture', aText({ body: '', mediaUrl: 'https://example.com/a.jpg' }), {}],
    ['a text of a Messaging Service', aText(), { messagingServiceSid: `MG${'ab'.repeat(16)}` }],
  ])('submits %s with the same request as ours', async (_, text, settings) => {
    const { carrier, connection } = await open(settings)
    await connection.provider.submit([text], DEADLINE)
    const message = await sdkFor(carrier).messages.create({
      ...{ to: text.to, from: text.from, ...settings },
      ...(text.body === '' ? {} : { body: text.body }),
      ...(text.mediaUrl === null ? {} : { mediaUrl: [text.mediaUrl] }),
      statusCallback: `${CONTEXT.receiptUrl}?reference=${text.reference}#rc=5&rp=all`,
    })
    const [ours, theirs] = carrier.requests.map(meaningOf)
    expect(ours).toEqual(theirs)
    expect(carrier.texts[0]).toEqual({ ...carrier.texts[1], sid: carrier.texts[0]!.sid })
    expect(message).toMatchObject({ sid: carrier.texts[1]!.sid, to: text.to, body: text.body, errorCode: null })
    expect(message.dateCreated.getTime()).not.toBeNaN()
  })

  test('authenticates with an API key as we do', async () => {
    const { carrier, connection } = await open({ apiKey: API_KEY, apiSecret: API_SECRET })
    await connection.provider.submit([aText()], DEADLINE)
    await sdkFor(carrier, [API_KEY, API_SECRET]).messages.create({ to: '+12025550101', from: OWN_NUMBER, body: 'Hi' })
    const [ours, theirs] = carrier.requests.map(meaningOf)
    expect(ours!.authorization).toBe(theirs!.authorization)
    expect(carrier.texts).toHaveLength(2)
  })

  test('understands the refusals', async () => {
    const { carrier } = await open()
    carrier.refuse('+12025550102')
    const send = (to: string) => sdkFor(carrier).messages.create({ to, from: OWN_NUMBER, body: 'Hi' })
    await expect(send('+12025550102')).rejects.toMatchObject({ status: 400, code: 21610 })
    await expect(send('12')).rejects.toMatchObject({ status: 400, code: 21211 })
    carrier.state.mode = 'throttled'
    await expect(send('+12025550101')).rejects.toMatchObject({ status: 429, code: 20429 })
    const wrong = sdkFor(carrier, [ACCOUNT_SID, 'wrong']).messages
    await expect(wrong.create({ to: '+12025550101', from: OWN_NUMBER, body: 'Hi' })).rejects.toMatchObject({
      ...{ status: 401, code: 20003 },
    })
  })

  test('reads the account and all pages of its numbers', async () => {
    const { carrier } = await open()
    carrier.state.numbers = Array.from({ length: 70 }, (_, i) => ({
      number: `+1202555${String(i).padStart(4, '0')}`,
      smsUrl: CONTEXT.inboundUrl!,
    }))
    const client = sdkFor(carrier)
    expect(await client.api.v2010.accounts(ACCOUNT_SID).fetch()).toMatchObject({ status: 'active' })
    const numbers = await client.incomingPhoneNumbers.list()
    expect(numbers).toHaveLength(70)
    expect(numbers[69]).toMatchObject({ phoneNumber: '+12025550069', smsUrl: CONTEXT.inboundUrl, smsMethod: 'POST' })
  })

  test('looks numbers up with the same request as ours', async () => {
    const { carrier, connection } = await open({ lookUp: true })
    const phone = '+12025550101' as Parameters<NonNullable<typeof connection.directory>['lookUp']>[0][number]
    await connection.directory!.lookUp([phone], DEADLINE)
    const found = await sdkFor(carrier).lookups.v2.phoneNumbers(phone).fetch({ fields: 'line_type_intelligence' })
    expect(found.lineTypeIntelligence).toMatchObject({ type: 'mobile', carrierName: 'Northern Mobile' })
    const [ours, theirs] = carrier.requests.map(({ method, path, headers }) => ({
      ...{ method, authorization: headers.authorization },
      path: decodeURIComponent(path),
    }))
    expect(ours).toEqual(theirs)
  })
})

describe("Twilio's library, as a judge of signatures,", () => {
  const AT = new Date('2026-03-01T12:00:00.000Z')
  const requests = twilioRequests({
    ...{ accountSid: ACCOUNT_SID, authToken: AUTH_TOKEN },
    ...{ receiptUrl: CONTEXT.receiptUrl!, inboundUrl: CONTEXT.inboundUrl! },
  })
  const mediaUrls = ['https://example.com/a.jpg?x=1&y=%20']
  const text = { from: '+12025550101', to: OWN_NUMBER, body: 'Привет 🔔 & = + %\n', mediaUrls, providerId: 'MM1' }

  const isValid = ({ url, headers, body }: ReturnType<typeof requests.post>, token = AUTH_TOKEN) => {
    const fields: Record<string, string | string[]> = {}
    for (const [name, value] of new URLSearchParams(new TextDecoder().decode(body))) {
      const earlier = fields[name]
      fields[name] = earlier === undefined ? value : [earlier, value].flat()
    }
    return twilioSdk.validateRequest(token, headers['x-twilio-signature']!, url, fields)
  }

  test.each([
    ['a receipt', requests.receipt({ reference: 'acc_1.msg_1', providerId: 'SM1', isFailed: true }, AT)],
    ['an inbound text', requests.inbound(text, AT)],
    ['repeated fields', requests.signed('inbound', 'b=2&a=3&a=1&b=2&a=3&B=0&a=', AT)],
    ['a URL with a port', requests.post('https://sms.example.com:443/in?a=1', 'a=1', AT)],
  ])('accepts what the test carrier signs: %s', (_, request) => {
    expect(isValid(request)).toBe(true)
  })

  test('refuses what was altered', () => {
    const request = requests.inbound(text, AT)
    const body = new TextEncoder().encode(new TextDecoder().decode(request.body).replace('MM1', 'MM2'))
    expect(isValid({ ...request, body })).toBe(false)
    expect(isValid({ ...request, url: `${request.url}?a=1` })).toBe(false)
    expect(isValid(request, 'another-token')).toBe(false)
  })
})
