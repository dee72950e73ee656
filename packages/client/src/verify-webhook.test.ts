import { expect, test } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook, type ReceivedWebhook } from './verify-webhook.js'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const AT = new Date('2026-03-01T12:00:00.000Z')
const EVENT = {
  id: 'evt_1',
  type: 'message.received',
  timestamp: AT.toISOString(),
  data: { message: { id: 'msg_1', body: 'Größe 🎉', from: '+12025550123' } },
}
const PAYLOAD = JSON.stringify(EVENT)

function aWebhook(changes: Partial<ReceivedWebhook> = {}, ...secrets: readonly string[]): ReceivedWebhook {
  const signing = secrets.length === 0 ? [SECRET] : secrets
  const signature = signing.map((secret) => new Webhook(secret).sign('evt_1', AT, PAYLOAD)).join(' ')
  const headers = {
    'Webhook-Id': 'evt_1',
    'Webhook-Timestamp': String(AT.getTime() / 1_000),
    'Webhook-Signature': signature,
  }
  return { payload: PAYLOAD, headers, secret: SECRET, now: () => AT.getTime(), ...changes }
}

test('a payload signed with the secret becomes an event, whose `type` determines its TypeScript type', async () => {
  const event = await verifyWebhook(aWebhook())
  expect(event).toEqual(EVENT)
  if (event.type !== 'message.received') throw new Error(event.type)
  const from: string = event.data.message.from
  expect(from).toBe('+12025550123')
})

test('the payload may be bytes, and the headers may be a Headers object', async () => {
  const { headers } = aWebhook()
  for (const payload of [new TextEncoder().encode(PAYLOAD), Buffer.from(PAYLOAD)])
    expect(await verifyWebhook(aWebhook({ payload, headers: new Headers(headers as Record<string, string>) }))).toEqual(
      EVENT,
    )
})

test('while a secret is rotated, the service may sign and the receiver may verify with both secrets', async () => {
  expect(await verifyWebhook(aWebhook({}, OTHER, SECRET))).toEqual(EVENT)
  expect(await verifyWebhook(aWebhook({ secret: [OTHER, SECRET] }))).toEqual(EVENT)
  await expect(verifyWebhook(aWebhook({ secret: [OTHER] }))).rejects.toMatchObject({ fault: 'forged' })
})

test.each<[string, Partial<ReceivedWebhook>]>([
  ['another body', { payload: PAYLOAD.replace('msg_1', 'msg_2') }],
  ['another id', { headers: { ...aWebhook().headers, 'Webhook-Id': 'evt_2' } as never }],
  ['a signature of another version', { headers: { ...aWebhook().headers, 'Webhook-Signature': 'v2,AAAA' } as never }],
  ['a signature that is not base64', { headers: { ...aWebhook().headers, 'Webhook-Signature': 'v1,%%% v1' } as never }],
])('a webhook is forged if it has %s', async (_, changes) => {
  await expect(verifyWebhook(aWebhook(changes))).rejects.toMatchObject({ fault: 'forged' })
})

test.each([301_000, -301_000])('a webhook whose age is %i ms is stale', async (ageMs) => {
  const now = () => AT.getTime() + ageMs
  await expect(verifyWebhook(aWebhook({ now }))).rejects.toMatchObject({ fault: 'stale' })
  expect(await verifyWebhook(aWebhook({ now, toleranceSeconds: 400 }))).toEqual(EVENT)
})

test.each(['Webhook-Id', 'Webhook-Timestamp', 'Webhook-Signature'])('an event without %s is unsigned', async (name) => {
  const headers = { ...(aWebhook().headers as Record<string, string>), [name]: undefined }
  await expect(verifyWebhook(aWebhook({ headers }))).rejects.toMatchObject({ fault: 'unsigned' })
})

test('a webhook whose timestamp is not a number is unsigned', async () => {
  const headers = { ...(aWebhook().headers as Record<string, string>), 'Webhook-Timestamp': 'NaN' }
  await expect(verifyWebhook(aWebhook({ headers }))).rejects.toMatchObject({ fault: 'unsigned' })
})

test('a body that was already parsed is refused, and the error asks for the raw body', async () => {
  await expect(verifyWebhook(aWebhook({ payload: EVENT as never }))).rejects.toThrow('must be the raw body')
})

test('an invalid secret is reported, but the error does not show it', async () => {
  const error = await verifyWebhook(aWebhook({ secret: 'my-secret' })).catch((error: Error) => error)
  expect(String(error)).toMatch(/must be whsec_ followed/)
  expect(String(error)).not.toContain('my-secret')
})

test.each<[unknown, string]>([
  [undefined, 'secret is missing'],
  [null, 'secret is null'],
  ['', 'secret is empty'],
  [[], 'secret is an empty list'],
  [[SECRET, undefined], 'secret is missing'],
  [{ whsec: SECRET }, 'secret is an object'],
])('a secret that is missing, empty or an object is reported before anything else: %j', async (secret, described) => {
  const received = aWebhook({ secret: secret as string, headers: {} })
  const takes = "verifyWebhook takes { secret: 'whsec_…' }, or a list of secrets"
  await expect(verifyWebhook(received)).rejects.toThrow(new TypeError(`${takes}, but ${described}`))
})
