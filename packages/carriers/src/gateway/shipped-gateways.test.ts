import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { CarrierRequest, Submission } from '@carillon/core'
import { afterEach, describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { gateway, faultsOfGateway, type GatewayDescription } from './index.js'
import { startTestServer, type TestAnswer, type TestServer } from './testing/test-server.js'

const SECRET = 'a-callback-secret-0123'
const PASSWORD = 'the-password-of-the-gateway'
const CONTEXT = {
  receiptUrl: 'https://sms.example.com/provider/local/receipts',
  inboundUrl: 'https://sms.example.com/provider/local/inbound',
}
const AT = new Date('2026-03-01T12:00:00.000Z')
const REFERENCE = 'acc_01hzy3v7q8x9abcdefghjkmnpq.msg_01hzy3v7q8x9abcdefghjkmnpq'
const TEXT: Submission = { reference: REFERENCE, from: '12345', to: '+12025550100', body: 'Hé 🔔', mediaUrl: null }

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close()
})

/** A description of this package, with its values from the environment, for a server on this machine. */
async function open(name: string, answer: () => TestAnswer) {
  const server = await startTestServer({ handle: answer, closed: answer, isSubmission: () => true })
  const values: Record<string, string> = {
    KANNEL_PASSWORD: PASSWORD,
    SMS_GATE_USERNAME: 'android',
    SMS_GATE_PASSWORD: PASSWORD,
    SMS_GATE_SIGNING_KEY: SECRET,
    KANNEL_CALLBACK_SECRET: SECRET,
    RAPIDPRO_CALLBACK_SECRET: SECRET,
    RAPIDPRO_EXTERNAL_URL: `${server.url}/send`,
  }
  const source = readFileSync(new URL(`../../gateways/${name}.yaml`, import.meta.url), 'utf8')
    .replaceAll(/^\s*#.*$/gm, '')
    .replace(/\$\{(\w+)\}/g, (_, variable: string) => values[variable]!)
    .replace(/http:\/\/127\.0\.0\.1:13013|https:\/\/api\.sms-gate\.app/g, server.url)
  const description = parse(source) as GatewayDescription
  expect(faultsOfGateway(description)).toEqual([])
  const connection = gateway(description, CONTEXT)
  opened.push(server, connection)
  return { server, ...connection.provider, webhooks: connection.webhooks!, connection }
}

function call(url: string, { body = '', headers = {} as Record<string, string> } = {}): CarrierRequest {
  return { method: 'GET', url, headers, body: new TextEncoder().encode(body), address: '127.0.0.1', at: AT }
}

async function outcomeOf(name: string, answer: TestAnswer) {
  const { submit } = await open(name, () => answer)
  return (await submit([TEXT], { deadlineMs: 3_000 }))[0]
}

function lastOf(server: TestServer) {
  return server.requests.at(-1)!
}

describe('Kannel', () => {
  test.each([
    [202, '0: Accepted for delivery', { kind: 'accepted', providerId: REFERENCE }],
    [202, '3: Queued for later delivery', { kind: 'accepted' }],
    [202, 'Sent. Message splits: 2', { kind: 'accepted' }],
    [503, 'Temporal failure, try again later.', { kind: 'try-later', because: 'throttled' }],
    [403, 'Authorization failed for sendsms', { kind: 'refused', type: 'carrier_account' }],
    [403, 'Not routable. Do not try again.', { kind: 'refused', type: 'invalid_destination' }],
    [400, 'Empty receiver number not allowed, rejected', { kind: 'refused', type: 'invalid_destination' }],
    [400, 'Charset or body misformed, rejected', { kind: 'refused', type: 'carrier_rejected' }],
    [500, 'Sending failed.', { kind: 'unknown' }],
    [503, 'something else', { kind: 'unknown' }],
    [202, 'something else', { kind: 'unknown' }],
  ])('answers %d with "%s"', async (status, body, expected) => {
    expect(await outcomeOf('kannel', { status, body })).toMatchObject(expected)
  })

  test('gets a request as its user guide describes it, and calls the dlr-url with its own values', async () => {
    const { server, submit, webhooks } = await open('kannel', () => ({ status: 202, body: '0: Accepted for delivery' }))
    await submit([TEXT, { ...TEXT, body: 'Plain' }], { deadlineMs: 3_000 })
    const [first, second] = server.requests.map(({ url }) => Object.fromEntries(url.searchParams))
    expect(lastOf(server)).toMatchObject({ method: 'GET', url: { pathname: '/cgi-bin/sendsms' } })
    expect(first).toEqual({
      username: 'carillon',
      password: PASSWORD,
      from: '12345',
      to: '+12025550100',
      text: 'Hé 🔔',
      charset: 'UTF-8',
      coding: '2',
      'dlr-mask': '19',
      'dlr-url': `${CONTEXT.receiptUrl}?secret=${SECRET}&reference=${REFERENCE}&status=%d&report=%A&smsc-id=%F`,
    })
    expect(second!['coding']).toBe('0')

    const report = (status: string, text: string) =>
      webhooks.receipts(
        call(first!['dlr-url']!.replace('%d', status).replace('%A', encodeURIComponent(text)).replace('%F', '1a2b')),
      )
    const empty = { status: 200, contentType: 'text/plain', body: '' }
    expect(report('1', 'id:1 stat:DELIVRD err:000')).toMatchObject({
      news: [{ reference: REFERENCE, failure: null }],
      reply: empty,
    })
    expect(report('8', '')).toMatchObject({ news: [] })
    expect(report('2', 'id:1 stat:EXPIRED err:001 Text:Your code\nis 1234')).toMatchObject({
      news: [
        {
          failure: {
            type: 'expired',
            message: 'The gateway reports a failure: id:1 stat:EXPIRED err:001',
            carrierCode: 'EXPIRED',
          },
        },
      ],
    })
    expect(report('2', 'text:only')).toMatchObject({
      news: [{ failure: { message: 'The gateway reports a failure: 2' } }],
    })
    expect(report('16', 'NACK/Invalid Destination Address')).toMatchObject({
      news: [{ failure: { type: 'carrier_rejected', carrierCode: 'Invalid Destination Address' } }],
    })
  })

  test('calls the get-url of its sms-service', async () => {
    const { webhooks } = await open('kannel', () => ({ status: 202, body: '' }))
    const url = `${CONTEXT.inboundUrl}?secret=${SECRET}&from=12025550100&to=12345&text=STOP+%D0%9F%21&id=6f1c`
    expect(webhooks.inbound(call(url))).toMatchObject({
      news: [{ from: '+12025550100', to: '12345', body: 'STOP П!', providerId: '6f1c' }],
    })
    expect(webhooks.inbound(call(url.replace(SECRET, 'another-secret-0123'))).kind).toBe('forged')
  })
})

describe('SMS Gateway for Android', () => {
  const NAME = 'sms-gateway-for-android'
  const signed = (event: string, payload: object) => {
    const body = JSON.stringify({ deviceId: 'd', event, id: 'event-1', payload, webhookId: 'w' })
    const time = String(AT.getTime() / 1_000)
    const signature = createHmac('sha256', SECRET)
      .update(body + time)
      .digest('hex')
    return call(CONTEXT.receiptUrl, { body, headers: { 'x-timestamp': time, 'x-signature': signature } })
  }

  test('gets a request as its documentation describes it', async () => {
    const answer = { status: 202, contentType: 'application/json', body: '{"id":"msg-456","state":"Pending"}' }
    const { server, submit } = await open(NAME, () => answer)
    expect(await submit([TEXT], { deadlineMs: 3_000 })).toEqual([{ kind: 'accepted', providerId: 'msg-456' }])
    expect(lastOf(server)).toMatchObject({ method: 'POST', url: { pathname: '/3rdparty/v1/messages' } })
    expect(lastOf(server).headers['authorization']).toMatch(/^Basic /)
    expect(JSON.parse(lastOf(server).body)).toEqual({
      textMessage: { text: TEXT.body },
      phoneNumbers: [TEXT.to],
      withDeliveryReport: true,
      ttl: 86_400,
    })
  })

  test.each([
    [503, { error: 'QueueLimitExceeded', message: 'queue limits exceeded' }, { kind: 'try-later' }],
    [503, { error: 'other' }, { kind: 'unknown' }],
    [400, { message: 'Invalid phone number format' }, { type: 'invalid_destination' }],
    [401, { message: 'Unauthorized' }, { type: 'carrier_account' }],
    [409, { message: 'Duplicate' }, { type: 'carrier_rejected', carrierCode: '409' }],
  ])('answers %d with %j', async (status, body, expected) => {
    expect(await outcomeOf(NAME, { status, body: JSON.stringify(body) })).toMatchObject(expected)
  })

  test('reports what becomes of a text', async () => {
    const { webhooks } = await open(NAME, () => ({ status: 202, body: '' }))
    const payload = { messageId: 'msg-456', sender: null, recipient: '+12025550100', simNumber: 1 }
    const deliveredAt = '2026-02-18T02:10:00.000+07:00'
    expect(webhooks.receipts(signed('sms:delivered', { ...payload, deliveredAt }))).toMatchObject({
      news: [{ providerId: 'msg-456', at: new Date(deliveredAt), failure: null }],
    })
    expect(webhooks.receipts(signed('sms:failed', { ...payload, reason: 'Network error' }))).toMatchObject({
      news: [{ failure: { type: 'carrier_rejected', message: 'The gateway reports a failure: Network error' } }],
    })
    expect(webhooks.receipts(signed('sms:sent', payload))).toMatchObject({ news: [] })
  })

  test('sends the texts that it receives', async () => {
    const { webhooks } = await open(NAME, () => ({ status: 202, body: '' }))
    const payload = { messageId: 'abc123', message: 'STOP', sender: '+16505551212', recipient: '+12345678901' }
    expect(webhooks.inbound(signed('sms:received', payload))).toMatchObject({
      news: [{ from: '+16505551212', to: '+12345678901', body: 'STOP', providerId: 'event-1' }],
    })
    expect(webhooks.inbound(signed('system:ping', { health: {} }))).toMatchObject({ news: [] })
  })
})

describe("a gateway for RapidPro's External channel", () => {
  const NAME = 'rapidpro-external'

  test('gets the form that RapidPro posts', async () => {
    const { server, submit } = await open(NAME, () => ({ status: 200, body: 'anything' }))
    expect(await submit([TEXT], { deadlineMs: 3_000 })).toEqual([{ kind: 'accepted', providerId: REFERENCE }])
    expect(Object.fromEntries(new URLSearchParams(lastOf(server).body))).toEqual({
      id: REFERENCE,
      text: TEXT.body,
      to: '+12025550100',
      to_no_plus: '12025550100',
      from: '12345',
      from_no_plus: '12345',
      channel: 'carillon',
    })
  })

  test('calls a URL for each event, with its own parameters in the query or in a form', async () => {
    const { webhooks } = await open(NAME, () => ({ status: 200, body: '' }))
    const receipts = (status: string) => `${CONTEXT.receiptUrl}?status=${status}&secret=${SECRET}`
    const inQuery = webhooks.receipts(call(`${receipts('delivered')}&id=${REFERENCE}`))
    expect(inQuery).toMatchObject({ news: [{ reference: REFERENCE, failure: null }] })
    const inForm = webhooks.receipts(call(receipts('failed'), { body: `id=${REFERENCE}` }))
    expect(inForm).toMatchObject({ news: [{ reference: REFERENCE, failure: { carrierCode: 'failed' } }] })
    expect(webhooks.receipts(call(`${receipts('sent')}&id=${REFERENCE}`))).toMatchObject({ news: [] })

    const inbound = `${CONTEXT.inboundUrl}?to=%2B12025550199&secret=${SECRET}`
    const expected = { from: '+12025550100', to: '+12025550199', body: 'Hi there' }
    expect(webhooks.inbound(call(inbound, { body: 'sender=12025550100&text=Hi+there' }))).toMatchObject({
      news: [expected],
    })
    expect(webhooks.inbound(call(`${inbound}&from=%2B12025550100&text=Hi%20there`))).toMatchObject({ news: [expected] })
  })

  test('may add the time of a text, by which it is recognised when it comes again', async () => {
    const { webhooks } = await open(NAME, () => ({ status: 200, body: '' }))
    const inbound = `${CONTEXT.inboundUrl}?to=%2B12025550199&secret=${SECRET}`
    const idOf = (parameters: string, at: Date) => {
      const answer = webhooks.inbound({ ...call(`${inbound}&from=12025550100&text=STOP${parameters}`), at })
      return answer.kind === 'news' && answer.news[0]!.kind === 'inbound' ? answer.news[0]!.providerId : ''
    }
    const later = new Date(AT.getTime() + 3_600_000)
    expect(idOf('&date=2026-03-01T11:59:58Z', later)).toBe(idOf('&date=2026-03-01T11:59:58Z', AT))
    expect(idOf('&time=2026-03-01T11:59:58Z', later)).toBe(idOf('&time=2026-03-01T11:59:58Z', AT))
    expect(idOf('', later)).not.toBe(idOf('', AT))
  })
})
