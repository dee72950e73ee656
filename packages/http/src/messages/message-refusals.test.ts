import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ANN, BOB, FROM, INACTIVE, SHORT_CODE, openMessaging } from '../testing/fixtures/messaging-fixture.js'
import type { Call } from '../testing/test-api.js'

const open = () => openMessaging(inMemory())
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
})

const JSON_TYPE = { 'content-type': 'application/json' }

/** Makes a send request that must be refused, and checks that nothing was sent or charged. */
async function refusal(fields: object, call: Call = {}) {
  const before = [fixture.provider.submitted.length, await fixture.credits()]
  const { status, body } = await fixture.send(fields, call)
  expect([fixture.provider.submitted.length, await fixture.credits()]).toEqual(before)
  expect(body.status).toBe(status)
  return body
}
const faults = async (fields: object) => {
  const { code, details } = await refusal(fields)
  return [code, ...(details?.fields ?? []).map(({ field }: { field: string }) => field)]
}

describe('a request with invalid fields gets 33400, which names the fields', () => {
  test.each<[object, ...string[]]>([
    [{ to: undefined }, 'to'],
    [{ to: null }, 'to'],
    [{ to: 12025550123 }, 'to'],
    [{ to: [ANN] }, 'to'],
    [{ to: `${ANN}\0` }, 'to'],
    [{ from: undefined }, 'from'],
    [{ from: null }, 'from'],
    [{ from: 12345 }, 'from'],
    [{ from: '' }, 'from'],
    [{ from: '1234' }, 'from'],
    [{ from: '1234567' }, 'from'],
    [{ from: '12025550100' }, 'from'],
    [{ from: '+1 202 555 0100' }, 'from'],
    [{ body: undefined }, 'body'],
    [{ body: null }, 'body'],
    [{ body: '' }, 'body'],
    [{ body: 5 }, 'body'],
    [{ body: { text: 'Hi' } }, 'body'],
    [{ body: 'x'.repeat(641) }, 'body'],
    [{ body: '🔔'.repeat(641) }, 'body'],
    [{ body: null, mediaUrl: 'https://example.com/a.jpg' }, 'body'],
    [{ body: 'x'.repeat(641), mediaUrl: 'https://example.com/a.jpg' }, 'body'],
    [{ mediaUrl: null }, 'mediaUrl'],
    [{ mediaUrl: '' }, 'mediaUrl'],
    [{ mediaUrl: ['https://example.com/a.jpg'] }, 'mediaUrl'],
    [{ mediaUrl: 'ftp://example.com/a.jpg' }, 'mediaUrl'],
    [{ mediaUrl: 'example.com/a.jpg' }, 'mediaUrl'],
    [{ body: undefined, mediaUrl: '/a.jpg' }, 'mediaUrl'],
    [{ mediaUrl: `https://example.com/${'a'.repeat(2_029)}` }, 'mediaUrl'],
    [{ mediaUrl: 'https://ann:secret@example.com/a.jpg' }, 'mediaUrl'],
    [{ mediaUrl: 'http://169.254.169.254/x' }, 'mediaUrl'],
    [{ mediaUrl: 'http://0xa9fea9fe/x' }, 'mediaUrl'],
    [{ mediaUrl: 'https://[::ffff:10.0.0.1]/x' }, 'mediaUrl'],
    [{ mediaUrl: 'https://cdn.internal/a.jpg' }, 'mediaUrl'],
    [{ idempotencyKey: null }, 'idempotencyKey'],
    [{ idempotencyKey: '' }, 'idempotencyKey'],
    [{ idempotencyKey: 'a' }, 'idempotencyKey'],
    [{ idempotencyKey: 'a'.repeat(101) }, 'idempotencyKey'],
    [{ idempotencyKey: 'a b' }, 'idempotencyKey'],
    [{ idempotencyKey: 42 }, 'idempotencyKey'],
    [{ sendAt: '2026-03-01' }, 'sendAt'],
    [{ Body: 'Hi', recipients: [] }, 'Body', 'recipients'],
    [{ to: 5, from: 'x', body: undefined, idempotencyKey: '?' }, 'to', 'from', 'body', 'idempotencyKey'],
  ])('%j', async (fields, ...named) => {
    expect(await faults(fields)).toEqual([33400, ...named])
  })

  test('and the message names a missing field', async () => {
    expect((await refusal({ body: undefined })).message).toBe('body is required without mediaUrl')
    expect((await refusal({ to: undefined })).message).toBe('to is missing: it must be a string')
  })

  test('even for an empty body, an empty object or an array', async () => {
    for (const raw of ['', '[]', 'null', '{}']) {
      expect((await fixture.send({}, { raw, headers: JSON_TYPE })).body).toMatchObject({ code: 33400, status: 400 })
    }
    expect(fixture.provider.submitted).toEqual([])
  })

  test('but a body may have 640 code points, and a URL 2,048 characters', async () => {
    expect((await fixture.send({ body: '🔔'.repeat(640) })).body.body).toBe('🔔'.repeat(640))
    expect((await fixture.send({ mediaUrl: `https://example.com/${'a'.repeat(2_028)}` })).status).toBe(201)
  })
})

describe('a send is refused, without sending or charging anything,', () => {
  test.each(['', 'Ann', '12025550123', '+1 2025550123', '+1202555012', '+0012025550123', '+112025550100', '12345'])(
    'to %j: 33003',
    async (to) => {
      expect(await refusal({ to })).toMatchObject({ code: 33003, status: 400 })
    },
  )

  test('from a number that is unassigned (33004), inactive (33009) or unable to send the MMS (33400)', async () => {
    expect(await refusal({ from: '+12025550199' })).toMatchObject({ code: 33004, status: 400 })
    expect(await refusal({ from: '54321' })).toMatchObject({ code: 33004, status: 400 })
    expect(await refusal({ from: INACTIVE })).toMatchObject({ code: 33009, status: 400 })
    expect(await faults({ from: SHORT_CODE, mediaUrl: 'https://example.com/a.jpg' })).toEqual([33400, 'from'])
  })

  test.each([
    ['a\\u0000b', 'U+0000', 1],
    ['\\ud83d', 'U+D83D', 0],
    ['🔔 \\udd14', 'U+DD14', 2],
    ['bell\\u0007', 'U+0007', 4],
    ['\\ufffe', 'U+FFFE', 0],
  ])('with unsendable characters, %s: 33016 with the code point and offset', async (text, codePoint, offset) => {
    const raw = `{"to":"${ANN}","from":"${FROM}","body":"${text}"}`
    const body = await refusal({}, { raw, headers: JSON_TYPE })
    expect(body).toMatchObject({ code: 33016, status: 400, details: { codePoint, offset } })
  })

  test('with a blocked phrase or a public shortener: 33019 with the text and offset', async () => {
    await fixture.declare({ compliance: { blockedPhrases: ['free money'] } })
    expect(await refusal({ body: 'Get FREE  Money' })).toMatchObject({
      code: 33019,
      status: 400,
      details: { reason: 'blocked_phrase', phrase: 'free money', offset: 4 },
    })
    expect(await refusal({ body: 'See bit.ly/x' })).toMatchObject({
      code: 33019,
      details: { reason: 'public_shortener', host: 'bit.ly', offset: 4 },
    })
    expect(await refusal({ body: 'Get frее-mоnеу' })).toMatchObject({ code: 33019, details: { phrase: 'free money' } })
    expect(await refusal({ body: 'See x.bіt.ly/x' })).toMatchObject({ code: 33019, details: { host: 'bit.ly' } })
  })

  test('to a person who never opted in, or left the group: 33028', async () => {
    expect(await refusal({ to: BOB })).toMatchObject({ code: 33028, status: 400 })
    await fixture.api('POST', `/contacts/by-phone/${BOB}`)
    expect(await refusal({ to: BOB })).toMatchObject({ code: 33028 })
    await fixture.api('DELETE', `/contacts/by-phone/${ANN}/groups/${fixture.groups['VIP']}`)
    expect(await refusal({ to: ANN })).toMatchObject({ code: 33028 })
  })

  test('to a number that texted STOP: 33029, even without a contact', async () => {
    await fixture.textFrom(ANN, 'STOP')
    await fixture.textFrom(BOB, 'stop.')
    expect(await refusal({ to: ANN })).toMatchObject({ code: 33029, status: 400 })
    expect(await refusal({ to: BOB })).toMatchObject({ code: 33029 })
  })

  test('beyond the daily quota: 33012 with Retry-After, until the UTC day ends', async () => {
    await fixture.declare({ dailyMessageQuota: 1 })
    await fixture.send()
    const { status, body, headers } = await fixture.send()
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 33012, '43200'])
    expect(body.details).toEqual({ quota: 1, used: 1, retryAfterSeconds: 43_200 })
    fixture.clock.set(new Date('2026-03-02T00:00:00.000Z'))
    expect((await fixture.send()).status).toBe(201)
  })

  test('for lack of credits: 33023 with the required and available credits', async () => {
    await fixture.openPoor({ credits: { sms: 3, mms: 0 } })
    expect((await fixture.sendOfPoor()).body.status).toBe('sent')
    const refused = await fixture.sendOfPoor()
    expect(refused).toMatchObject({
      status: 402,
      body: { code: 33023, details: { required: { sms: 2, mms: 0 }, available: { sms: 1, mms: 0 } } },
    })
    expect((await fixture.sendOfPoor({ mediaUrl: 'https://example.com/a.jpg' })).body.details.required).toEqual({
      sms: 2,
      mms: 1,
    })
  })
})

test('a refusal reports the first failed check, in the documented order', async () => {
  await fixture.declare({ rateLimits: { message: 100 }, dailyMessageQuota: 0 })
  const wrong = { to: 'x', from: '+12025550199', body: '\u0007', idempotencyKey: 'a' }
  const order = [
    [{}, { headers: { authorization: 'Basic bm8=' } }, 33001],
    [{}, {}, 33400],
    [{ idempotencyKey: 'ab' }, {}, 33003],
    [{ to: BOB }, {}, 33004],
    [{ from: INACTIVE }, {}, 33009],
    [{ from: FROM }, {}, 33016],
    [{ body: 'bit.ly/x' }, {}, 33019],
    [{ body: 'Hi' }, {}, 33028],
    [{ to: ANN }, {}, 33012],
  ] as const
  let fields: object = wrong
  for (const [corrected, call, code] of order) {
    fields = { ...fields, ...corrected }
    expect((await fixture.send(fields, call)).body.code).toBe(code)
  }
  await fixture.textFrom(ANN, 'STOP')
  expect((await fixture.send(fields)).body.code).toBe(33029)
})

test('a request beyond 60 in a minute gets 33002, whatever its body', async () => {
  await fixture.declare({ rateLimits: {} })
  const statuses = []
  for (let i = 0; i < 61; i++) statuses.push((await fixture.send({ body: i })).status)
  expect(statuses).toEqual([...Array(60).fill(400), 429])
  expect((await fixture.api('GET', '/messaging/message')).status).toBe(200)
})

describe('an account that may text only some countries', () => {
  beforeEach(async () => {
    await fixture.declare({ allowedCountries: ['ca', 'GB'] })
  })

  test('gets 33400 on `to` for a number elsewhere', async () => {
    expect(await refusal({ to: ANN })).toMatchObject({
      code: 33400,
      status: 400,
      details: { fields: [{ field: 'to', message: 'must be a number in one of CA, GB: got a number in US' }] },
    })
  })

  test('gets the preview of a number elsewhere, which is dropped for its country', async () => {
    const request = { to: ANN, from: FROM, body: 'Hi' }
    const { status, body } = await fixture.api('POST', '/messaging/preview', { body: { kind: 'message', request } })
    expect([status, body.recipients]).toEqual([
      200,
      {
        submitted: 1,
        accepted: 0,
        dropped: { country: 1, notOptedIn: 0, optedOut: 0, alreadySent: 0, contentBlocked: 0 },
      },
    ])
  })

  test('gets 33400 on `recipients` for a batch whose numbers are all elsewhere', async () => {
    const body = { from: FROM, recipients: [{ to: ANN, body: 'Hi' }] }
    const { status, body: problem } = await fixture.api('POST', '/messaging/batch', { body })
    expect([status, problem.code, problem.details.fields[0].field]).toEqual([400, 33400, 'recipients'])
  })
})
