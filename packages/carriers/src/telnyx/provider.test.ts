import { describeSmsProvider } from '@carillon/contracts'
import type { Submission, SubmissionOutcome } from '@carillon/core'
import { afterEach, describe, expect, test } from '@jest/globals'
import { errorAnswer, NUMBER, PROFILE, profile } from './testing/telnyx-account.js'
import { API_KEY, type TelnyxCarrier, type TelnyxMode } from './testing/telnyx-carrier.js'
import { closeAll, connect, NOWHERE, openCarrier } from './testing/telnyx-fixture.js'

const DEADLINE_MS = 60_000
const MESSAGE: Submission = { reference: 'acc_1.msg_1', from: NUMBER, to: '+12025550101', body: 'Hi', mediaUrl: null }

afterEach(closeAll)

describeSmsProvider(async () => {
  const carrier = await openCarrier()
  carrier.account.partsMax = Infinity
  const set = (mode: TelnyxMode) => {
    carrier.mode = mode
    return Promise.resolve()
  }
  return {
    provider: connect(carrier).provider,
    twin: connect(carrier).provider,
    cutOff: connect(carrier, { baseUrl: NOWHERE }).provider,
    deadlineMs: DEADLINE_MS,
    delivered: (reference) => Promise.resolve(carrier.delivered(reference)),
    refuse(to) {
      carrier.account.refusals.set(to, errorAnswer(400, '40310', `Invalid 'to' address`, '', '/to'))
      return Promise.resolve()
    },
    close: () => set('throttled'),
    stall: () => set('stalled'),
  }
})

describe('a submission', () => {
  test('has the reference in the URL for its receipts, and none of the webhooks of the profile', async () => {
    const carrier = await openCarrier()
    await submit(carrier, { ...MESSAGE, reference: 'acc_1.msg_1 & ü?' })
    expect(carrier.requests).toEqual([
      {
        method: 'POST',
        path: '/v2/messages',
        body: {
          from: NUMBER,
          to: '+12025550101',
          text: 'Hi',
          webhook_url: 'https://sms.example.com/provider/telnyx/receipts?reference=acc_1.msg_1+%26+%C3%BC%3F',
          use_profile_webhooks: false,
        },
      },
    ])
  })

  test('asks for no receipt if there is no public URL', async () => {
    const carrier = await openCarrier()
    const { provider } = connect(carrier, {}, { receiptUrl: null, inboundUrl: null })
    expect(await provider.submit([MESSAGE], { deadlineMs: DEADLINE_MS })).toMatchObject([{ kind: 'accepted' }])
    expect(carrier.requests[0]!.body).toEqual({ from: NUMBER, to: '+12025550101', text: 'Hi' })
  })

  test('names the messaging profile, with which an alphanumeric sender is accepted', async () => {
    const carrier = await openCarrier()
    const { provider } = connect(carrier, { messagingProfileId: PROFILE })
    const outcomes = await provider.submit([{ ...MESSAGE, from: 'Carillon' }], { deadlineMs: DEADLINE_MS })
    expect(outcomes).toMatchObject([{ kind: 'accepted' }])
    expect(carrier.taken[0]).toMatchObject({ from: 'Carillon', messaging_profile_id: PROFILE })
  })

  test('with a picture is an MMS, also without a text', async () => {
    const carrier = await openCarrier()
    await submit(carrier, { ...MESSAGE, body: '', mediaUrl: 'https://example.com/a.jpg' })
    expect(carrier.taken[0]!.media_urls).toEqual(['https://example.com/a.jpg'])
    expect(carrier.taken[0]).not.toHaveProperty('text')
  })

  test('uses no more connections than set, and keeps them', async () => {
    const carrier = await openCarrier()
    const messages = Array.from({ length: 30 }, () => MESSAGE)
    await connect(carrier, { connections: 3 }).provider.submit(messages, { deadlineMs: DEADLINE_MS })
    expect(carrier.taken).toHaveLength(30)
    expect(carrier.connections).toBe(3)
  })

  test('that waits for a connection until the deadline comes later, but none that the carrier has', async () => {
    const carrier = await openCarrier()
    carrier.mode = 'stalled'
    const messages = Array.from({ length: 8 }, (_, n) => ({ ...MESSAGE, reference: `acc_1.msg_${n}` }))
    const outcomes = await connect(carrier, { connections: 3 }).provider.submit(messages, { deadlineMs: 500 })
    const later = messages.filter((_, n) => outcomes[n]!.kind === 'try-later')
    expect(later.length).toBeGreaterThan(0)
    expect(later.flatMap(({ reference }) => carrier.delivered(reference))).toEqual([])
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['unknown', 'try-later']))
  })
})

describe('an outcome', () => {
  test.each<[string, TelnyxMode, SubmissionOutcome, number]>([
    ['throttled', 'throttled', { kind: 'try-later', afterMs: 7_000, because: 'throttled' }, 0],
    ['cut off before', 'broken-before', { kind: 'unknown', because: 'no-answer' }, 0],
    ['cut off after', 'broken-after', { kind: 'unknown', because: 'no-answer' }, 1],
    ['an error of the server', 'error-after', { kind: 'unknown', because: 'server-error' }, 1],
    ['not JSON', { status: 200, body: '<html>' }, { kind: 'unknown', because: 'server-error' }, 0],
    ['without an id', { status: 200, body: '{"data":{}}' }, { kind: 'unknown', because: 'server-error' }, 0],
    ['a redirect', { status: 307, body: '' }, { kind: 'unknown', because: 'server-error' }, 0],
    ['a time-out', { status: 408, body: '' }, { kind: 'unknown', because: 'server-error' }, 0],
    ['an unexpected error', errorMode(400, '10007'), { kind: 'unknown', because: 'server-error' }, 0],
    ['a full queue', errorMode(400, '40318'), { kind: 'try-later', afterMs: null, because: 'sender-throttled' }, 0],
    [
      'a full queue, as 429',
      errorMode(429, '40318'),
      { kind: 'try-later', afterMs: null, because: 'sender-throttled' },
      0,
    ],
    ['too many requests', errorMode(429, '10011'), { kind: 'try-later', afterMs: null, because: 'throttled' }, 0],
    ['an unavailable recipient', errorMode(400, '40006'), { kind: 'try-later', afterMs: null }, 0],
  ])('is never a refusal when the message may come or come later: %s', async (_, mode, expected, taken) => {
    const carrier = await openCarrier()
    carrier.mode = mode
    expect(await submit(carrier)).toEqual(expected)
    expect(carrier.taken).toHaveLength(taken)
    expect(carrier.requests).toHaveLength(1)
  })

  test.each([
    ['40310', 'invalid_destination'],
    ['40012', 'invalid_destination'],
    ['40001', 'invalid_destination'],
    ['10002', 'invalid_destination'],
    ['40300', 'opted_out'],
    ['40002', 'carrier_rejected'],
    ['40008', 'carrier_rejected'],
    ['40015', 'carrier_rejected'],
    ['40322', 'carrier_rejected'],
    ['40005', 'expired'],
    ['40014', 'expired'],
    ['40333', 'carrier_account'],
    ['40312', 'carrier_account'],
    ['20100', 'carrier_account'],
    ['40010', 'unregistered_sender'],
    ['40329', 'unregistered_sender'],
    ['99999', 'carrier_rejected'],
  ])('of code %s is %s', async (code, type) => {
    const carrier = await openCarrier()
    const title = code === '40300' ? 'Blocked due to STOP message' : 'A title'
    carrier.mode = errorMode(403, code, title, 'a detail')
    const message = `Telnyx refused the text: ${title}: a detail`
    expect(await submit(carrier)).toEqual({ kind: 'refused', type, message, carrierCode: code })
  })

  test('of code 10002 is not about the recipient if it is about the sender', async () => {
    const carrier = await openCarrier()
    carrier.mode = { status: 400, body: JSON.stringify(errorAnswer(400, '10002', 'Invalid', '', '/from').body) }
    expect(await submit(carrier)).toMatchObject({ kind: 'refused', type: 'carrier_rejected' })
  })

  test('of code 40300 is no opt-out if Telnyx says another reason', async () => {
    const carrier = await openCarrier()
    carrier.mode = errorMode(403, '40300', 'Forbidden', 'The number is not assigned to a messaging profile')
    expect(await submit(carrier)).toMatchObject({ type: 'carrier_rejected', carrierCode: '40300' })
  })

  test('of a wrong key is an account failure, and shows neither the key nor a phone number', async () => {
    const carrier = await openCarrier()
    const { provider } = connect(carrier, { apiKey: 'KEYwrong' })
    const [wrong] = await provider.submit([MESSAGE], { deadlineMs: DEADLINE_MS })
    expect(wrong).toMatchObject({ kind: 'refused', type: 'carrier_account', carrierCode: '10009' })
    carrier.mode = errorMode(400, '40310', 'No', `${API_KEY}\nsent to +12025550101\u0000`)
    const message = 'Telnyx refused the text: No: … sent to …'
    expect(await submit(carrier)).toMatchObject({ kind: 'refused', message })
  })

  test('of an answer without an error has its status', async () => {
    const carrier = await openCarrier()
    carrier.mode = { status: 404, body: '<html>' }
    const message = 'Telnyx refused the text: the status is 404'
    const expected = { kind: 'refused', type: 'carrier_rejected', message, carrierCode: null }
    expect(await submit(carrier)).toEqual(expected)
    carrier.mode = { status: 401, body: '' }
    expect(await submit(carrier)).toMatchObject({ type: 'carrier_account' })
  })

  test('of a disabled profile, a foreign sender and a long text is what the carrier says', async () => {
    const carrier = await openCarrier()
    expect(await submit(carrier, { ...MESSAGE, body: 'x'.repeat(1_531) })).toMatchObject({ carrierCode: '40302' })
    expect(await submit(carrier, { ...MESSAGE, from: '+12025550000' })).toMatchObject({ carrierCode: '40305' })
    carrier.account.profiles.set(PROFILE, profile({ enabled: false }))
    expect(await submit(carrier)).toMatchObject({ type: 'carrier_account', carrierCode: '40312' })
  })
})

async function submit(carrier: TelnyxCarrier, message: Submission = MESSAGE): Promise<SubmissionOutcome> {
  const [outcome] = await connect(carrier).provider.submit([message], { deadlineMs: DEADLINE_MS })
  return outcome!
}

function errorMode(status: number, code: string, title = 'A title', detail = ''): TelnyxMode {
  return { status, body: JSON.stringify(errorAnswer(status, code, title, detail).body) }
}
