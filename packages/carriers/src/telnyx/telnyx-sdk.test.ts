import { phoneOf } from '@carillon/contracts'
import type { Submission } from '@carillon/core'
import { afterEach, describe, expect, test } from '@jest/globals'
import Telnyx from 'telnyx'
import { errorAnswer, NUMBER, PROFILE } from './testing/telnyx-account.js'
import { API_KEY, type TelnyxCarrier } from './testing/telnyx-carrier.js'
import { received, report } from './testing/telnyx-events.js'
import { closeAll, connect, CONTEXT, openCarrier } from './testing/telnyx-fixture.js'

const DEADLINE_MS = 4_000
const WEBHOOK_URL = `${CONTEXT.receiptUrl}?reference=acc_1.msg_1`
const MESSAGE: Submission = { reference: 'acc_1.msg_1', from: NUMBER, to: phoneOf(1), body: 'Hi ü', mediaUrl: null }

afterEach(closeAll)

describe('the SDK of Telnyx', () => {
  test.each([
    ['a text', MESSAGE, { text: 'Hi ü' }],
    [
      'a picture',
      { ...MESSAGE, body: '', mediaUrl: 'https://example.com/a.jpg' },
      { media_urls: ['https://example.com/a.jpg'] },
    ],
  ])('sends the same request for %s, and reads the answer', async (_, message, content) => {
    const carrier = await openCarrier()
    const sent = await sdk(carrier).messages.send({
      ...{ from: NUMBER, to: phoneOf(1), messaging_profile_id: PROFILE, ...content },
      ...{ webhook_url: WEBHOOK_URL, use_profile_webhooks: false },
    })
    const { provider } = connect(carrier, { messagingProfileId: PROFILE })
    const outcomes = await provider.submit([message], { deadlineMs: DEADLINE_MS })
    const [theirs, ours] = carrier.requests
    expect(ours).toEqual(theirs)
    expect([sent.data!.id, outcomes[0]]).toEqual([
      carrier.taken[0]!.id,
      { kind: 'accepted', providerId: carrier.taken[1]!.id },
    ])
    expect(sent.data!.to![0]).toMatchObject({ phone_number: phoneOf(1), status: 'queued' })
    expect(sent.data!.webhook_url).toBe(WEBHOOK_URL)
  })

  test('reads the errors', async () => {
    const carrier = await openCarrier()
    const send = () => sdk(carrier).messages.send({ from: NUMBER, to: phoneOf(1), text: 'Hi' })
    carrier.account.refusals.set(phoneOf(1), errorAnswer(403, '40300', 'Blocked due to STOP message'))
    await expect(send()).rejects.toMatchObject({ status: 403, error: { errors: [{ code: '40300' }] } })
    carrier.mode = 'throttled'
    await expect(send()).rejects.toBeInstanceOf(Telnyx.RateLimitError)
    carrier.mode = 'broken-before'
    await expect(send()).rejects.toBeInstanceOf(Telnyx.APIConnectionError)
    const stranger = new Telnyx({ apiKey: 'KEYwrong', baseURL: carrier.baseUrl, maxRetries: 0 })
    await expect(stranger.balance.retrieve()).rejects.toBeInstanceOf(Telnyx.AuthenticationError)
  })

  test('sends a text again that may have been taken, which is why it is not used at run time', async () => {
    const carrier = await openCarrier()
    carrier.mode = 'error-after'
    const retrying = new Telnyx({ apiKey: API_KEY, baseURL: carrier.baseUrl, maxRetries: 1 })
    await expect(retrying.messages.send({ from: NUMBER, to: phoneOf(1), text: 'Hi' })).rejects.toThrow()
    expect(carrier.taken).toHaveLength(2)
  })

  test('makes the same look-up, and reads it', async () => {
    const carrier = await openCarrier()
    const found = await sdk(carrier).numberLookup.retrieve(phoneOf(1), { type: 'carrier' })
    await connect(carrier, { lookUp: true }).directory!.lookUp([phoneOf(1)], { deadlineMs: DEADLINE_MS })
    expect(found.data!.carrier).toMatchObject({ name: 'T-MOBILE USA, INC.', type: 'mobile' })
    expectSamePaths(carrier)
  })

  test('makes the same requests for the opt-outs, and reads them', async () => {
    const carrier = await openCarrier()
    const at = { from: NUMBER, messaging_profile_id: PROFILE, created_at: '2025-04-28 12:00:38.631252+00:00' }
    carrier.account.optOuts = Array.from({ length: 251 }, (_, n) => ({ ...at, to: phoneOf(n) }))
    const theirs: (string | undefined)[] = []
    const query = { 'page[number]': 1, 'page[size]': 250, filter: { messaging_profile_id: PROFILE } }
    for await (const { to } of sdk(carrier).messagingOptouts.list(query)) theirs.push(to)
    const ours: string[] = []
    for await (const { phone } of connect(carrier, { messagingProfileId: PROFILE }).optOuts!()) ours.push(phone)
    expect(ours).toEqual(theirs)
    expect(ours).toHaveLength(251)
    expectSamePaths(carrier)
  })

  test('reads what the check reads', async () => {
    const carrier = await openCarrier()
    const client = sdk(carrier)
    expect((await client.balance.retrieve()).data!.available_credit).toBe('400.00')
    expect((await client.messagingProfiles.retrieve(PROFILE)).data!.webhook_url).toBe(CONTEXT.inboundUrl)
    const numbers = await client.phoneNumbers.messaging.list({ 'filter[messaging_profile_id]': PROFILE })
    expect(numbers.data.map(({ phone_number }) => phone_number)).toEqual([NUMBER])
  })
})

describe('the verifier of the SDK', () => {
  const taken = { id: 'id-1', from: NUMBER, to: phoneOf(1), text: 'Hi ü 🔔', webhook_url: WEBHOOK_URL }
  const inbound = { from: phoneOf(1), to: NUMBER, text: 'ü 🔔', mediaUrls: [], id: 'in-1' }

  test.each([
    ['receipts', report(taken, { status: 'delivered' }), { id: 'id-1', webhook_url: WEBHOOK_URL }],
    ['inbound texts', received(inbound), { id: 'in-1', text: 'ü 🔔' }],
  ])('accepts the %s of the test carrier, and refuses what was altered, as we do', async (_, body, payload) => {
    const carrier = await openCarrier()
    const { webhooks } = connect(carrier)
    const request = carrier.signer.request(CONTEXT.inboundUrl!, body, new Date())
    const verify = (text: string, headers = request.headers) => sdk(carrier).webhooks.unwrap(text, { headers })
    expect(await verify(body)).toMatchObject({ data: { payload } })
    expect(webhooks!.inbound(request).kind).toBe('news')

    const altered = body.replace('id-1', 'id-2').replace('in-1', 'in-2')
    await expect(verify(altered)).rejects.toThrow('Signature verification failed')
    expect(webhooks!.inbound({ ...request, body: Buffer.from(altered) }).kind).toBe('forged')

    const old = carrier.signer.request(CONTEXT.inboundUrl!, body, new Date(Date.now() - 302_000))
    await expect(verify(body, old.headers)).rejects.toThrow('too old')
    expect(webhooks!.inbound({ ...old, at: new Date() }).kind).toBe('forged')
  })
})

function sdk({ baseUrl, signer }: TelnyxCarrier): Telnyx {
  return new Telnyx({ apiKey: API_KEY, publicKey: signer.publicKey, baseURL: baseUrl, maxRetries: 0 })
}

/** The first half of the requests is theirs, the second half ours. */
function expectSamePaths({ requests }: TelnyxCarrier) {
  const queries = requests.map(({ method, path }) => {
    const { pathname, searchParams } = new URL(path, 'http://any')
    return { method, pathname, query: Object.fromEntries(searchParams) }
  })
  expect(queries.slice(queries.length / 2)).toEqual(queries.slice(0, queries.length / 2))
}
