import type { SubmissionOutcome } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { API_KEY, API_SECRET, AUTH_TOKEN, OWN_NUMBER, type Mode } from './testing/test-twilio.js'
import { aText, CONTEXT, DEADLINE, twilioFixture } from './testing/twilio-fixture.js'

const { open, connect } = twilioFixture()

async function submitted(mode: Mode, deadlineMs = DEADLINE.deadlineMs) {
  const { carrier, connection } = await open()
  carrier.state.mode = mode
  const [outcome] = await connection.provider.submit([aText()], { deadlineMs })
  return { outcome, taken: carrier.texts.length, requests: carrier.requests.length }
}

/** The outcome of a text that Twilio answers with a status and a body. */
async function outcomeOf(status: number, json: unknown, raw?: string): Promise<SubmissionOutcome> {
  const { carrier, connection } = await open()
  carrier.state.answer = { status, json, ...(raw === undefined ? {} : { raw }) }
  const [outcome] = await connection.provider.submit([aText()], DEADLINE)
  expect(carrier.requests).toHaveLength(1)
  return outcome!
}

describe('a text', () => {
  test('names its sender also if a Messaging Service is set', async () => {
    const messagingServiceSid = `MG${'ab'.repeat(16)}`
    const { carrier, connection } = await open({ messagingServiceSid })
    const [outcome] = await connection.provider.submit([aText()], DEADLINE)
    expect(outcome).toEqual({ kind: 'accepted', providerId: carrier.texts[0]!.sid })
    expect(carrier.texts).toMatchObject([{ from: OWN_NUMBER, messagingServiceSid }])
  })

  test('with a picture is an MMS, with or without words', async () => {
    const { carrier, connection } = await open()
    const mediaUrl = 'https://example.com/a.jpg?size=1&name=%20'
    const texts = [aText({ mediaUrl }), aText({ mediaUrl, body: '' })]
    const outcomes = await connection.provider.submit(texts, DEADLINE)
    expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'accepted'])
    const expected = ['Hello', ''].map((body) => expect.objectContaining({ body, mediaUrls: [mediaUrl] }))
    expect(carrier.texts).toEqual(expect.arrayContaining(expected))
  })

  test('requests receipts with its reference in the URL', async () => {
    const { carrier, connection } = await open()
    await connection.provider.submit([aText({ reference: 'acc_1.msg_2 &=/ü' })], DEADLINE)
    const url = new URL(carrier.texts[0]!.statusCallback!)
    expect(url.origin + url.pathname).toBe(CONTEXT.receiptUrl)
    expect([...url.searchParams]).toEqual([['reference', 'acc_1.msg_2 &=/ü']])
  })

  test('asks Twilio to repeat a receipt that could not be passed on', async () => {
    const { carrier, connection } = await open()
    await connection.provider.submit([aText()], DEADLINE)
    expect(new URL(carrier.texts[0]!.statusCallback!).hash).toBe('#rc=5&rp=all')
  })

  test('requests no receipts if there is no public URL', async () => {
    const { carrier } = await open()
    const connection = connect({ baseUrl: carrier.url }, { receiptUrl: null, inboundUrl: null })
    expect(await connection.provider.submit([aText()], DEADLINE)).toMatchObject([{ kind: 'accepted' }])
    expect(carrier.texts).toMatchObject([{ statusCallback: null }])
  })

  test('is sent with the API key if there is one', async () => {
    const { carrier, connection } = await open({ apiKey: API_KEY, apiSecret: API_SECRET, authToken: 'other' })
    expect(await connection.provider.submit([aText()], DEADLINE)).toMatchObject([{ kind: 'accepted' }])
    expect(carrier.texts).toHaveLength(1)
  })

  test('is sent below the path of the base URL', async () => {
    const { carrier } = await open()
    const connection = connect({ baseUrl: `${carrier.url}/proxy/` })
    await connection.provider.submit([aText()], DEADLINE)
    expect(carrier.requests[0]!.path).toMatch(/^\/proxy\/2010-04-01\/Accounts\/AC\w+\/Messages\.json$/)
  })

  test('needs both parts of an API key', () => {
    const missing = 'Twilio: got only one of apiKey and apiSecret, expected both or neither'
    expect(() => connect({ apiKey: API_KEY })).toThrow(missing)
    expect(() => connect({ apiSecret: API_SECRET })).toThrow(missing)
  })

  test('uses no more connections than set, however many texts there are', async () => {
    const { carrier, connection } = await open({ connections: 2 })
    carrier.state.mode = 'stalled'
    const texts = Array.from({ length: 5 }, () => aText())
    const outcomes = await connection.provider.submit(texts, { deadlineMs: 500 })
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual([
      ...['try-later', 'try-later', 'try-later'],
      ...['unknown', 'unknown'],
    ])
    expect(carrier.texts).toHaveLength(2)
  })
})

describe('a text that Twilio may have taken', () => {
  test.each<[Mode, SubmissionOutcome, number]>([
    ['breaks-after-taking', { kind: 'unknown', because: 'no-answer' }, 1],
    ['fails-after-taking', { kind: 'unknown', because: 'server-error' }, 1],
    ['breaks-before-taking', { kind: 'unknown', because: 'no-answer' }, 0],
    ['unavailable', { kind: 'unknown', because: 'server-error' }, 0],
  ])('is unknown and is not submitted again: %s', async (mode, expected, taken) => {
    expect(await submitted(mode)).toEqual({ outcome: expected, taken, requests: 1 })
  })

  test('is unknown if the answer does not come in time', async () => {
    const unknown = { kind: 'unknown', because: 'no-answer' }
    expect(await submitted('stalled', 300)).toEqual({ outcome: unknown, taken: 1, requests: 1 })
  })

  test.each([
    [201, ''],
    [201, '{"sid":'],
    [201, '{"sid":""}'],
    [200, '[]'],
    [302, '{}'],
    [408, '{"code":20408}'],
  ])('is unknown if the answer says nothing: %d %j', async (status, raw) => {
    expect(await outcomeOf(status, null, raw)).toEqual({ kind: 'unknown', because: 'server-error' })
  })
})

describe('a text that Twilio has not taken', () => {
  test('is tried later, as late as Twilio says', async () => {
    const outcome = { kind: 'try-later', afterMs: 7_000, because: 'throttled' }
    expect(await submitted('throttled')).toEqual({ outcome, taken: 0, requests: 1 })
  })

  test.each([
    [14107, 'sender-throttled'],
    [20429, 'throttled'],
    [21611, 'sender-throttled'],
    [30001, 'throttled'],
    [30022, 'sender-throttled'],
    [30023, 'sender-throttled'],
  ])('is tried later after error %d, which says that it is %s', async (code, because) => {
    const expected = { kind: 'try-later', afterMs: null, because }
    expect(await outcomeOf(400, { code, message: 'Too many', status: 400 })).toEqual(expected)
    expect(await outcomeOf(429, { code, message: 'Too many', status: 429 })).toEqual(expected)
  })

  test('is tried later if the API is refused as unavailable', async () => {
    const answer = { code: 20503, message: 'Service unavailable', status: 400 }
    expect(await outcomeOf(400, answer)).toEqual({ kind: 'try-later', afterMs: null })
  })

  test('is tried later if nothing listens', async () => {
    const { carrier, connection } = await open()
    await carrier.close()
    const outcomes = await connection.provider.submit([aText()], DEADLINE)
    expect(outcomes).toEqual([{ kind: 'try-later', afterMs: null, because: 'unreachable' }])
  })
})

describe('a refusal', () => {
  test.each([
    [400, 21211, 'invalid_destination'],
    [400, 21612, 'invalid_destination'],
    [400, 21614, 'invalid_destination'],
    [400, 21610, 'opted_out'],
    [400, 30004, 'carrier_rejected'],
    [400, 30410, 'provider_unavailable'],
    [400, 30034, 'unregistered_sender'],
    [403, 90010, 'carrier_account'],
    [401, 20003, 'carrier_account'],
    [401, 70051, 'carrier_account'],
    [403, 21408, 'carrier_rejected'],
    [400, 63038, 'carrier_rejected'],
  ])('with status %d and code %d is %s', async (status, code, type) => {
    expect(await outcomeOf(status, { code, message: 'No, because of this', status })).toEqual({
      ...{ kind: 'refused', type, carrierCode: String(code) },
      message: 'Twilio refused the text: No, because of this',
    })
  })

  test.each([
    [400, 'carrier_rejected'],
    [401, 'carrier_account'],
    [404, 'carrier_account'],
    [413, 'carrier_rejected'],
  ])('with status %d and nothing that can be read is %s', async (status, type) => {
    expect(await outcomeOf(status, null, '<html>')).toEqual({
      ...{ kind: 'refused', type, carrierCode: null },
      message: `Twilio refused the text: status ${status}`,
    })
  })

  test('names no secrets, and is short', async () => {
    const message = `Wrong ${AUTH_TOKEN}, really ${AUTH_TOKEN} ${'x'.repeat(1_000)}`
    const outcome = await outcomeOf(400, { code: 20001, message })
    expect(outcome).toMatchObject({ message: expect.stringContaining('Wrong …, really … xxx') })
    expect(JSON.stringify(outcome)).not.toContain(AUTH_TOKEN)
    expect(JSON.stringify(outcome).length).toBeLessThan(500)
  })

  test.each([
    [{ to: '12025550101' }, '21211', 'invalid_destination'],
    [{ body: '' }, '21602', 'carrier_rejected'],
    [{ body: 'x'.repeat(1_601) }, '21617', 'carrier_rejected'],
    [{ from: '+12025550000' }, '21606', 'carrier_rejected'],
    [{ mediaUrl: 'ftp://example.com/a' }, '21620', 'carrier_rejected'],
  ])('of %j has the code of Twilio: %s', async (given, carrierCode, type) => {
    const { connection } = await open()
    const [outcome] = await connection.provider.submit([aText(given)], DEADLINE)
    expect(outcome).toMatchObject({ kind: 'refused', type, carrierCode })
  })
})
