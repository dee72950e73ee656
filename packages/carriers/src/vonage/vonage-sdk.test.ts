import { verifySignature } from '@vonage/jwt'
import { Messages, MMSImage, SMS } from '@vonage/messages'
import type { Submission } from '@carillon/core'
import { afterEach, describe, expect, test } from '@jest/globals'
import { authorizationOf } from './credentials.js'
import { vonage } from './index.js'
import { signedByVonage, startTestVonage, VONAGE_SETTINGS, type TestVonage } from './testing/test-vonage.js'

const CONTEXT = { receiptUrl: 'https://sms.example.com/provider/vonage/receipts', inboundUrl: null }
const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close()
})

async function open() {
  const carrier = await startTestVonage()
  const connection = vonage({ ...VONAGE_SETTINGS, baseUrl: carrier.url }, CONTEXT)
  opened.push(carrier, connection)
  return { carrier, connection, sdk: new Messages({ ...VONAGE_SETTINGS }, { apiHost: carrier.url }) }
}

function bodies(carrier: TestVonage): readonly unknown[] {
  return carrier.requests.map(({ body }) => JSON.parse(body) as unknown)
}

const COMMON = { from: '12025550199', to: '12025550100', clientRef: 'acc_1.msg_1', webhookUrl: CONTEXT.receiptUrl }
const MEDIA_URL = 'https://example.com/a.jpg?x=1'
const TEXT: Submission = {
  reference: 'acc_1.msg_1',
  from: '+12025550199',
  to: '+12025550100',
  body: 'Hällo 🔔 "you"',
  mediaUrl: null,
}

describe("Vonage's own library", () => {
  test.each([
    ['an SMS', TEXT, new SMS({ ...COMMON, channel: 'sms', messageType: 'text', text: TEXT.body })],
    [
      'an MMS',
      { ...TEXT, mediaUrl: MEDIA_URL },
      new MMSImage({ ...COMMON, image: { url: MEDIA_URL, caption: TEXT.body } }),
    ],
  ])('sends the same request for %s, and accepts the answer of the test carrier', async (_, ours, theirs) => {
    const { carrier, connection, sdk } = await open()
    Object.assign(theirs, { webhookVersion: 'v1' })
    const { messageUUID } = await sdk.send(theirs)
    const outcomes = await connection.provider.submit([ours], { deadlineMs: 4_000 })
    expect(messageUUID).toMatch(/^[0-9a-f-]{36}$/)
    expect(outcomes).toMatchObject([{ kind: 'accepted' }])
    const [sent, expected] = bodies(carrier).toReversed()
    expect(sent).toEqual(expected)
    expect(carrier.delivered(ours.reference)).toEqual([ours, ours])
  })

  test('reads a refusal of the test carrier', async () => {
    const { carrier, sdk } = await open()
    carrier.refuse('+12025550100')
    await expect(
      sdk.send(new SMS({ ...COMMON, channel: 'sms', messageType: 'text', text: 'Hello' })),
    ).rejects.toMatchObject({ response: { status: 422 } })
  })

  test('accepts the JWT of our requests', () => {
    const jwt = authorizationOf(VONAGE_SETTINGS)().slice('Bearer '.length)
    expect(verifySignature(jwt, VONAGE_SETTINGS.privateKey)).toBe(true)
  })

  test('accepts what the test carrier signs, and refuses what was altered or signed by others', () => {
    const tokenOf = (options = {}) =>
      signedByVonage(CONTEXT.receiptUrl, '{}', new Date(), options).headers['authorization']!.slice('Bearer '.length)
    const secret = VONAGE_SETTINGS.signatureSecret
    expect(verifySignature(tokenOf(), secret)).toBe(true)
    expect(verifySignature(tokenOf({ secret: 'x'.repeat(32) }), secret)).toBe(false)
    expect(verifySignature(tokenOf().replace('.', '.e'), secret)).toBe(false)
  })
})
