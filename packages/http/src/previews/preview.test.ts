import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import {
  ANN,
  BOB,
  FROM,
  INACTIVE,
  SALE,
  SHORT_CODE,
  SMS,
  openMessaging,
} from '../testing/fixtures/messaging-fixture.js'
import { rawRequest } from '../testing/raw-request.js'
import type { Call } from '../testing/test-api.js'

const open = () => openMessaging(inMemory())
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
})

const JSON_TYPE = { 'content-type': 'application/json' }
const NONE = { country: 0, notOptedIn: 0, optedOut: 0, alreadySent: 0, contentBlocked: 0 }

function preview(fields: object = {}, call: Call = {}) {
  const body = { kind: 'message', request: { ...SMS, ...fields } }
  return fixture.api('POST', '/messaging/preview', { body, ...call })
}

const sampleOf = async (body: string) => (await preview({ body })).body.samples[0]

describe('the preview of a message', () => {
  test('returns 200 with the same numbers as the send', async () => {
    await fixture.api('PATCH', `/contacts/by-phone/${ANN}`, { body: { firstName: 'Ann' } })
    const { status, body } = await preview({ body: 'Hi {{contact_first_name}}' })
    expect(status).toBe(200)
    expect(body).toEqual({
      recipients: { submitted: 1, accepted: 1, dropped: NONE },
      credits: { required: { sms: 2, mms: 0 }, available: { sms: 1_000, mms: 100 } },
      encoding: 'GSM-7',
      segments: { min: 1, max: 1, total: 1 },
      samples: [{ to: ANN, body: 'Hi Ann', segments: 1, wireParts: 1, encoding: 'GSM-7' }],
    })
    expect((await fixture.send({ body: 'Hi {{contact_first_name}}' })).body.body).toBe('Hi Ann')
    expect(await fixture.credits()).toMatchObject({ sms: 998, mms: 100 })
  })

  test('also shows 1 MMS credit for an MMS, which may have no body', async () => {
    const { body } = await preview({ body: undefined, mediaUrl: 'https://example.com/{{a}}.jpg' })
    expect(body.credits.required).toEqual({ sms: 2, mms: 1 })
    expect(body.samples).toEqual([{ to: ANN, body: '', segments: 1, wireParts: 1, encoding: 'GSM-7' }])
  })

  test('counts segments of the rendered text: 160 characters, or 70 if one is not in GSM-7', async () => {
    expect(await sampleOf('x'.repeat(160))).toMatchObject({ segments: 1, wireParts: 1, encoding: 'GSM-7' })
    expect(await sampleOf('x'.repeat(320))).toMatchObject({ segments: 2, wireParts: 3, encoding: 'GSM-7' })
    expect(await sampleOf(`${'x'.repeat(159)}€`)).toMatchObject({ segments: 2, wireParts: 2, encoding: 'GSM-7' })
    expect(await sampleOf('é'.repeat(160))).toMatchObject({ segments: 1, encoding: 'GSM-7' })
    expect(await sampleOf(`${'x'.repeat(70)}’`)).toMatchObject({ segments: 2, wireParts: 2, encoding: 'UCS-2' })
    expect(await sampleOf('🔔'.repeat(35))).toMatchObject({ segments: 1, wireParts: 1, encoding: 'UCS-2' })
    await fixture.api('PATCH', `/contacts/by-phone/${ANN}`, { body: { firstName: 'Zoë', lastName: 'x'.repeat(40) } })
    const { body } = await preview({ body: '{{contact_first_name}}{{contact_last_name}}'.repeat(3) })
    expect(body).toMatchObject({ encoding: 'UCS-2', segments: { min: 2, max: 2, total: 2 } })
    expect(body.samples[0]).toMatchObject({ segments: 2, wireParts: 2, encoding: 'UCS-2' })
  })

  test('stores, charges and sends nothing, and uses neither quota nor key', async () => {
    await fixture.declare({ dailyMessageQuota: 1, trackingLinks: [SALE] })
    const before = await fixture.credits()
    const fields = { body: '{{trackingLink "go.acme.com/sale"}}', idempotencyKey: 'once' }
    for (let i = 0; i < 3; i++) expect((await preview(fields)).body.recipients.accepted).toBe(1)
    expect((await fixture.api('GET', '/messaging/message')).body.totalCount).toBe(0)
    expect(await fixture.credits()).toEqual(before)
    expect(fixture.provider.submitted).toEqual([])
    await fixture.runJobs()
    expect(fixture.provider.submitted).toEqual([])
    const sent = await fixture.send(fields)
    expect([sent.status, sent.headers.has('idempotent-replayed')]).toEqual([201, false])
  })

  test('shows a tracking link in its final form, with a code that belongs to no message', async () => {
    await fixture.declare({ trackingLinks: [SALE] })
    const { body: url } = await sampleOf('{{trackingLink "go.acme.com/sale"}}')
    expect(url).toMatch(/^https:\/\/go\.acme\.com\/sale\/[A-Za-z0-9]{10}$/)
    expect((await sampleOf('{{trackingLink "go.acme.com/sale"}}')).body).not.toBe(url)
    const { id } = (await fixture.send({ body: '{{trackingLink "go.acme.com/sale"}}' })).body
    const { host, pathname } = new URL(url)
    const followed = await rawRequest(fixture.url, { path: pathname, headers: { host } })
    expect([followed.status, followed.headers.location]).toEqual([302, SALE.target])
    const { results } = (await fixture.api('GET', `/messaging/message/${id}/clicks`)).body
    expect(results).toMatchObject([{ people: 0, bots: 0 }])
  })

  test('leaves an unknown tag unchanged, and shows an unregistered link as its text', async () => {
    expect((await sampleOf('{{a}} {{trackingLink "go.acme.com/sale"}} {{contact_email}}|')).body).toBe(
      '{{a}} go.acme.com/sale |',
    )
  })
})

describe('a preview shows, instead of refusing:', () => {
  test('a recipient who has not opted in, or has opted out', async () => {
    const dropped = async (to: string) => {
      const { status, body } = await preview({ to })
      expect([status, body.recipients.submitted, body.recipients.accepted]).toEqual([200, 1, 0])
      expect(body.credits.required).toEqual({ sms: 0, mms: 0 })
      expect(body).toMatchObject({ encoding: 'GSM-7', segments: { min: 0, max: 0, total: 0 }, samples: [] })
      return body.recipients.dropped
    }
    expect(await dropped(BOB)).toEqual({ ...NONE, notOptedIn: 1 })
    await fixture.textFrom(BOB, 'STOP')
    expect(await dropped(BOB)).toEqual({ ...NONE, optedOut: 1 })
    await fixture.textFrom(ANN, 'STOP')
    expect(await dropped(ANN)).toEqual({ ...NONE, optedOut: 1 })
  })

  test('too few credits, and a used-up quota', async () => {
    await fixture.declare({ dailyMessageQuota: 0 })
    expect((await preview()).body.recipients.accepted).toBe(1)
    await fixture.openPoor({ credits: { sms: 1, mms: 0 } })
    const { status, body } = await fixture.previewOfPoor()
    expect([status, body.credits]).toEqual([200, { required: { sms: 2, mms: 0 }, available: { sms: 1, mms: 0 } }])
    expect(body.recipients.accepted).toBe(1)
  })

  test('a used key as already sent, even if the recipient has opted out since', async () => {
    await fixture.send({ idempotencyKey: 'once' })
    const { body } = await preview({ idempotencyKey: 'once' })
    expect(body.recipients).toEqual({ submitted: 1, accepted: 0, dropped: { ...NONE, alreadySent: 1 } })
    expect(body.credits.required).toEqual({ sms: 0, mms: 0 })
    await fixture.textFrom(ANN, 'STOP')
    expect((await preview({ idempotencyKey: 'once' })).body.recipients.dropped).toEqual({ ...NONE, alreadySent: 1 })
    fixture.clock.advance(48 * 3_600_000)
    expect((await preview({ idempotencyKey: 'once' })).body.recipients.dropped).toEqual({ ...NONE, optedOut: 1 })
  })

  test('the key of a failed message as unused', async () => {
    fixture.provider.script.push({ kind: 'refused', type: 'opted_out', message: 'Opted out at the carrier' })
    await fixture.send({ idempotencyKey: 'once' })
    expect((await preview({ idempotencyKey: 'once' })).body.recipients.accepted).toBe(1)
  })
})

describe('an invalid preview is refused', () => {
  const faults = async (call: Call) => {
    const { status, body } = await fixture.api('POST', '/messaging/preview', call)
    expect(body.status).toBe(status)
    return [body.code, ...(body.details?.fields ?? []).map(({ field }: { field: string }) => field)]
  }

  test.each<[object, ...string[]]>([
    [{}, 'kind', 'request'],
    [{ kind: 'message' }, 'request'],
    [{ kind: 'message', request: null }, 'request'],
    [{ kind: 'message', request: [SMS] }, 'request'],
    [{ kind: 'message', request: 'Hi' }, 'request'],
    [{ request: SMS }, 'kind'],
    [{ kind: null, request: SMS }, 'kind'],
    [{ kind: 'Message', request: SMS }, 'kind'],
    [{ kind: 'poll', request: SMS }, 'kind'],
    [{ kind: 'toString', request: SMS }, 'kind'],
    [{ kind: ['message'], request: SMS }, 'kind'],
    [{ kind: 'message', request: SMS, body: 'Hi' }, 'body'],
    [{ kind: 'message', request: {} }, 'request.to', 'request.from', 'request.body'],
    [{ kind: 'message', request: { ...SMS, sendAt: 'now' } }, 'request.sendAt'],
    [{ kind: 'message', request: { ...SMS, to: 5, from: 'x' } }, 'request.to', 'request.from'],
    [{ kind: 'message', request: { ...SMS, to: `${ANN}\0` } }, 'request.to'],
    [{ kind: 'message', request: { ...SMS, body: '' } }, 'request.body'],
    [{ kind: 'message', request: { ...SMS, body: 'x'.repeat(641) } }, 'request.body'],
    [{ kind: 'message', request: { ...SMS, body: { body: '\0' } } }, 'request.body'],
    [{ kind: 'message', request: { ...SMS, mediaUrl: 'a.jpg' } }, 'request.mediaUrl'],
    [{ kind: 'message', request: { ...SMS, mediaUrl: 'http://localhost:9000/a.jpg' } }, 'request.mediaUrl'],
    [{ kind: 'message', request: { ...SMS, idempotencyKey: 'a' } }, 'request.idempotencyKey'],
    [{ kind: 'message', request: { ...SMS, from: SHORT_CODE, mediaUrl: 'https://example.com/a.png' } }, 'request.from'],
  ])('and the error has the path of each invalid field: %j', async (body, ...named) => {
    expect(await faults({ body })).toEqual([33400, ...named])
  })

  test('with a message that says what is expected, and what was received', async () => {
    const message = async (body: object) => (await fixture.api('POST', '/messaging/preview', { body })).body.message
    expect(await message({ kind: 'poll', request: SMS })).toBe(
      'kind must be one of message, broadcast, batch, schedule, got "poll"',
    )
    expect(await message({ kind: 'message', request: { to: ANN, from: FROM } })).toBe(
      'request.body is required without mediaUrl',
    )
  })

  test.each(['', '[]', 'null', '{"kind":"message","request":', '{"__proto__":{"kind":"message"}}'])(
    'if its body is %j',
    async (raw) => {
      expect((await faults({ raw, headers: JSON_TYPE }))[0]).toBe(33400)
    },
  )

  test('if it is nested too deeply, or its content type is not JSON', async () => {
    const deep = `{"kind":"message","request":${'{"a":'.repeat(50)}1${'}'.repeat(51)}`
    expect(await faults({ raw: deep, headers: JSON_TYPE })).toEqual([33400])
    expect(await faults({ raw: 'kind=message', headers: { 'content-type': 'text/plain' } })).toEqual([33415])
  })

  test('for the first failed check, in the documented order', async () => {
    await fixture.declare({ compliance: { blockedPhrases: ['free money'] }, rateLimits: { preview: 100 } })
    const order = [
      [{ to: 'x', from: '+12025550199', body: '\u0007', idempotencyKey: 'a' }, 33400],
      [{ to: 'x', from: '+12025550199', body: '\u0007' }, 33003],
      [{ from: '+12025550199', body: '\u0007' }, 33004],
      [{ from: INACTIVE, body: '\u0007' }, 33009],
      [{ from: SHORT_CODE, mediaUrl: 'https://example.com/a.jpg', body: '\u0007' }, 33400],
      [{ body: '\u0007 free money' }, 33016],
      [{ body: 'Free money' }, 33019],
      [{ body: 'bit.ly/x', to: BOB }, 33019],
    ] as const
    for (const [fields, code] of order) expect((await preview(fields)).body.code).toBe(code)
    expect((await preview({}, { headers: { authorization: 'Basic bm8=' } })).body.code).toBe(33001)
  })

  test.each([
    ['a\\u0000b', 'U+0000', 1],
    ['\\ud83d', 'U+D83D', 0],
  ])('for unsendable characters, %s: 33016', async (text, codePoint, offset) => {
    const raw = `{"kind":"message","request":{"to":"${ANN}","from":"${FROM}","body":"${text}"}}`
    const { body } = await preview({}, { raw, headers: JSON_TYPE })
    expect(body).toMatchObject({ code: 33016, details: { codePoint, offset } })
  })

  test('and counts towards the rate limit', async () => {
    await fixture.declare({ rateLimits: { preview: 2 } })
    const statuses = []
    for (const body of ['Hi', 5, 'Hi']) statuses.push((await preview({ body })).status)
    expect(statuses).toEqual([200, 400, 429])
    expect((await fixture.send()).status).toBe(201)
  })
})

test('a body that could make the parser slow is previewed like any other', async () => {
  for (const body of ['{'.repeat(640), '{{'.repeat(320), '{{trackingLink "'.repeat(40), '{{ '.repeat(213)]) {
    expect((await sampleOf(body)).body).toBe(body)
  }
})

test('the log contains no body, number or key of a preview', async () => {
  await preview({ body: 'a very private text', idempotencyKey: 'private-key' })
  expect(JSON.stringify(fixture.log)).not.toMatch(/private|2025550/)
})
