import { describeSmsProvider } from '@carillon/contracts'
import type { Submission } from '@carillon/core'
import { afterEach, describe, expect, test } from '@jest/globals'
import { vonage, type VonageSettings } from './index.js'
import { authorizationOf } from './credentials.js'
import { startTestVonage, VONAGE_SETTINGS, type TestVonage } from './testing/test-vonage.js'

const CONTEXT = {
  receiptUrl: 'https://sms.example.com/provider/vonage/receipts',
  inboundUrl: 'https://sms.example.com/provider/vonage/inbound',
}
const DEADLINE = { deadlineMs: 30_000 }
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close()
})

async function open(settings: Partial<VonageSettings> = {}, textMax?: number) {
  const carrier = await startTestVonage(textMax === undefined ? {} : { textMax })
  opened.push(carrier)
  const connect = (more: Partial<VonageSettings> = {}) => {
    const connection = vonage({ ...VONAGE_SETTINGS, baseUrl: carrier.url, ...settings, ...more }, CONTEXT)
    opened.push(connection)
    return connection
  }
  return { carrier, connect, connection: connect() }
}

const TEXT: Submission = {
  reference: 'acc_1.msg_1',
  from: '+12025550199',
  to: '+12025550100',
  body: 'Hello',
  mediaUrl: null,
}

function lastBody(carrier: TestVonage): unknown {
  return JSON.parse(carrier.requests.at(-1)!.body)
}

describeSmsProvider(async () => {
  const { carrier, connect, connection } = await open({}, 10_000)
  return {
    provider: connection.provider,
    twin: connect().provider,
    cutOff: connect({ baseUrl: NOWHERE }).provider,
    ...DEADLINE,
    delivered: async (reference) => carrier.delivered(reference),
    refuse: async (to) => carrier.refuse(to),
    close: async () => carrier.behave('closed'),
    stall: async () => carrier.behave('stall'),
  }
})

describe('a submission to Vonage', () => {
  test('is an SMS with the reference and the URL for its statuses', async () => {
    const { carrier, connection } = await open()
    await connection.provider.submit([TEXT], DEADLINE)
    expect(lastBody(carrier)).toEqual({
      channel: 'sms',
      message_type: 'text',
      from: '12025550199',
      to: '12025550100',
      text: 'Hello',
      client_ref: TEXT.reference,
      webhook_url: CONTEXT.receiptUrl,
      webhook_version: 'v1',
    })
  })

  test.each([
    ['a.jpg', 'image'],
    ['a.MP4?x=1.vcf', 'video'],
    ['a.mp3', 'audio'],
    ['a.vcf', 'vcard'],
    ['a.pdf', 'file'],
    ['a', 'image'],
  ])('with the media %s is an MMS of the type %s', async (file, type) => {
    const { carrier, connection } = await open()
    const message = { ...TEXT, mediaUrl: `https://example.com/${file}` }
    expect(await connection.provider.submit([message], DEADLINE)).toMatchObject([{ kind: 'accepted' }])
    expect(lastBody(carrier)).toMatchObject({
      channel: 'mms',
      message_type: type,
      [type]: { url: message.mediaUrl, caption: 'Hello' },
    })
  })

  test('names no URL without a public URL', async () => {
    const { carrier } = await open()
    const connection = vonage({ ...VONAGE_SETTINGS, baseUrl: carrier.url }, { receiptUrl: null, inboundUrl: null })
    opened.push(connection)
    await connection.provider.submit([TEXT], DEADLINE)
    expect(lastBody(carrier)).not.toHaveProperty('webhook_url')
  })

  test('can be authenticated with the key and the secret', async () => {
    const { applicationId: _, privateKey: __, ...basic } = VONAGE_SETTINGS
    const { carrier } = await open()
    const connection = vonage({ ...basic, baseUrl: carrier.url }, CONTEXT)
    opened.push(connection)
    expect(await connection.provider.submit([TEXT], DEADLINE)).toMatchObject([{ kind: 'accepted' }])
    expect(carrier.requests[0]!.headers['authorization']).toMatch(/^Basic /)
  })

  test('with wrong credentials is refused because of the account, and no message shows a credential', async () => {
    const { carrier } = await open()
    const settings = { apiKey: 'key', apiSecret: 'wrong-secret', signatureSecret: 'x', baseUrl: carrier.url }
    const connection = vonage(settings, CONTEXT)
    opened.push(connection)
    const [outcome] = await connection.provider.submit([TEXT], DEADLINE)
    expect(outcome).toMatchObject({ kind: 'refused', type: 'carrier_account', carrierCode: 'unauthorized' })
    expect(JSON.stringify(outcome)).not.toContain('wrong-secret')
  })

  test('of a text over the documented length is refused', async () => {
    const { connection } = await open()
    const [outcome] = await connection.provider.submit([{ ...TEXT, body: 'x'.repeat(1_001) }], DEADLINE)
    expect(outcome).toMatchObject({ kind: 'refused', type: 'carrier_rejected', carrierCode: '1150' })
  })

  test('to something that is no number is refused as an invalid destination', async () => {
    const { connection } = await open()
    const [outcome] = await connection.provider.submit([{ ...TEXT, to: 'nobody' }], DEADLINE)
    expect(outcome).toMatchObject({ kind: 'refused', type: 'invalid_destination' })
  })

  test.each(['break-before', 'break-after', 'error-after'] as const)(
    'is unknown and is not repeated, if the carrier does this: %s',
    async (behaviour) => {
      const { carrier, connection } = await open()
      carrier.behave(behaviour)
      const because = behaviour === 'error-after' ? 'server-error' : 'no-answer'
      expect(await connection.provider.submit([TEXT], DEADLINE)).toEqual([{ kind: 'unknown', because }])
      expect(carrier.requests).toHaveLength(1)
    },
  )
})

describe('the JWT of an application', () => {
  test('is used again until shortly before it expires', () => {
    let now = Date.parse('2026-03-01T12:00:00Z')
    const authorization = authorizationOf(VONAGE_SETTINGS, () => now)
    const first = authorization()
    now += 839_000
    expect(authorization()).toBe(first)
    now += 1_000
    expect(authorization()).not.toBe(first)
  })

  test('needs a readable RSA key and an application', () => {
    expect(() => vonage({ ...VONAGE_SETTINGS, privateKey: 'no key' }, CONTEXT)).toThrow('an RSA key in PEM')
    const { applicationId: _, ...half } = VONAGE_SETTINGS
    expect(() => vonage(half, CONTEXT)).toThrow('only one of applicationId and privateKey')
  })
})

describe('the check', () => {
  test('finds the credentials good, and names the webhook URLs', async () => {
    const { connection } = await open()
    expect(await connection.check(DEADLINE)).toEqual([
      { subject: 'credentials', state: 'good', message: expect.any(String) },
      { subject: 'webhooks', state: 'good', message: expect.stringContaining(CONTEXT.inboundUrl) },
      { subject: 'webhooks', state: 'unknown', message: expect.stringContaining('other.example.com') },
    ])
  })

  test.each([
    [{ apiSecret: 'wrong-secret' }, 'credentials'],
    [{ applicationId: 'another' }, 'credentials'],
    [{ baseUrl: NOWHERE }, 'connection'],
  ])('finds what is wrong with %j', async (settings, subject) => {
    const { connect } = await open()
    const findings = await connect(settings).check(DEADLINE)
    expect(findings).toEqual([{ subject, state: 'bad', message: expect.any(String) }])
    expect(JSON.stringify(findings)).not.toContain('wrong-secret')
  })

  test('names no applicationId if there is none, and the address is wrong', async () => {
    const { applicationId: _, privateKey: __, ...basic } = VONAGE_SETTINGS
    const { carrier } = await open()
    const connection = vonage({ ...basic, baseUrl: `${carrier.url}/elsewhere` }, CONTEXT)
    opened.push(connection)
    expect(await connection.check(DEADLINE)).toEqual([
      { subject: 'credentials', state: 'bad', message: 'Vonage has no list of applications for apiKey at baseUrl' },
    ])
  })
})
