import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { BULK_LENGTHS_MAX } from '../broadcasts/bulk-body.js'
import { BODY_LENGTH_MAX } from '../input/body.js'
import { memberNumber, openBroadcasts } from '../testing/fixtures/broadcast-fixture.js'
import { FROM, INACTIVE, SALE, SHORT_CODE } from '../testing/fixtures/messaging-fixture.js'
import type { Call } from '../testing/test-api.js'

const open = () => openBroadcasts(inMemory())
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
})

const NONE = { country: 0, notOptedIn: 0, optedOut: 0, alreadySent: 0, contentBlocked: 0 }
const STRANGER = '+12025550188'
const MEDIA = 'https://example.com/a.jpg'
const TWO = [
  { to: memberNumber(0), body: 'Hi 0' },
  { to: memberNumber(1), mediaUrl: MEDIA },
]

const preview = (body: object, call: Call = {}) => fixture.api('POST', '/messaging/preview', { body, ...call })

const previewBroadcast = (fields: object = {}) =>
  preview({ kind: 'broadcast', request: { from: FROM, body: 'Hello', recipients: fixture.recipients, ...fields } })

const previewBatch = (fields: object = {}) =>
  preview({ kind: 'batch', request: { from: FROM, recipients: TWO, ...fields } })

describe('the preview of a broadcast', () => {
  test('returns 200 with the same numbers as the broadcast', async () => {
    await fixture.api('PATCH', `/contacts/by-phone/${memberNumber(1)}`, { body: { firstName: 'Zoë’s' } })
    await fixture.textFrom(memberNumber(119), 'STOP')
    const request = {
      body: 'Hi {{contact_first_name}}',
      mediaUrl: MEDIA,
      recipients: [{ to: STRANGER }, ...fixture.recipients],
    }
    const { status, body } = await previewBroadcast(request)
    const sample = (n: number) => ({ to: memberNumber(n), body: 'Hi ', segments: 1, wireParts: 1, encoding: 'GSM-7' })
    expect([status, body]).toEqual([
      200,
      {
        recipients: {
          submitted: 121,
          accepted: 119,
          dropped: { country: 0, notOptedIn: 1, optedOut: 1, alreadySent: 0, contentBlocked: 0 },
        },
        credits: { required: { sms: 238, mms: 0 }, available: { sms: 1_000, mms: 100 } },
        encoding: 'UCS-2',
        segments: { min: 1, max: 1, total: 119 },
        samples: [sample(0), { ...sample(1), body: 'Hi Zoë’s', encoding: 'UCS-2' }, sample(2), sample(3), sample(4)],
      },
    ])
    expect((await fixture.broadcast(request)).body.totalRecipients).toBe(119)
    expect((await fixture.credits()).reserved.sms).toBe(238)
  })

  test('stores, charges and sends nothing, and uses neither quota nor key', async () => {
    await fixture.declare({ dailyMessageQuota: 120, trackingLinks: [SALE] })
    const before = await fixture.credits()
    const recipients = fixture.recipients.map(({ to }) => ({ to, idempotencyKey: 'once' }))
    const fields = { body: '{{trackingLink "go.acme.com/sale"}}', idempotencyKey: 'once', recipients }
    for (let i = 0; i < 3; i++) expect((await previewBroadcast(fields)).body.recipients.accepted).toBe(120)
    await fixture.work()
    expect((await fixture.api('GET', '/messaging/message')).body.totalCount).toBe(0)
    expect([fixture.provider.submitted, await fixture.credits()]).toEqual([[], before])
    const started = await fixture.broadcast(fields)
    expect([started.status, started.headers.has('idempotent-replayed')]).toEqual([201, false])
    expect(started.body.totalRecipients).toBe(120)
    expect((await previewBroadcast(fields)).body.recipients).toEqual({
      submitted: 120,
      accepted: 0,
      dropped: { ...NONE, alreadySent: 120 },
    })
  })

  test('counts towards the limit of previews, not of broadcasts', async () => {
    await fixture.declare({ rateLimits: { preview: 2, broadcast: 1 } })
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await previewBroadcast()).status)
    expect(statuses).toEqual([200, 200, 429])
    expect((await fixture.broadcast()).status).toBe(201)
  })
})

describe('the preview of a batch', () => {
  test('shows the body of each recipient', async () => {
    expect((await previewBatch()).body).toMatchObject({
      recipients: { submitted: 2, accepted: 2, dropped: NONE },
      credits: { required: { sms: 4, mms: 0 } },
      segments: { min: 1, max: 1, total: 2 },
      samples: [
        { to: memberNumber(0), body: 'Hi 0' },
        { to: memberNumber(1), body: '' },
      ],
    })
  })

  test('counts recipients whose key was already used', async () => {
    const recipients = TWO.map((one) => ({ ...one, idempotencyKey: 'once' }))
    await fixture.batch({ recipients: recipients.slice(1) })
    expect((await previewBatch({ recipients })).body).toMatchObject({
      recipients: { submitted: 2, accepted: 1, dropped: { ...NONE, alreadySent: 1 } },
      credits: { required: { sms: 2, mms: 0 } },
    })
  })
})

describe('the preview of many recipients is refused', () => {
  test.each<[string, object, ...string[]]>([
    ['broadcast', {}, 'request.from', 'request.body', 'request.recipients'],
    ['batch', {}, 'request.from', 'request.recipients'],
    ['batch', { from: FROM, recipients: TWO, body: 'Hi' }, 'request.body'],
    ['broadcast', { from: FROM, body: 'Hi', recipients: TWO }, 'request.recipients'],
    ['batch', { from: FROM, recipients: [{ to: 5, sendAt: 1 }] }, 'request.recipients[0].body'],
    ['batch', { from: SHORT_CODE, recipients: TWO }, 'request.from'],
    ['batch', { from: FROM, recipients: [{ to: '\0', body: 'Hi' }] }, 'request.recipients[0].to'],
    ['batch', { from: FROM, recipients: TWO, idempotencyKey: '\0\0' }, 'request.idempotencyKey'],
  ])('and the error has the path of each invalid field: %s %j', async (kind, request, ...named) => {
    const { status, body } = await preview({ kind, request })
    expect([status, body.code]).toEqual([400, 33400])
    const fields = body.details.fields.map(({ field }: { field: string }) => field)
    expect(fields).toEqual(expect.arrayContaining(named))
  })

  test.each<[object, number, object]>([
    [{ recipients: [...TWO, { to: 'x', body: 'Hi' }] }, 33003, { message: /^recipients\[2\]\.to: / }],
    [{ recipients: [...TWO, TWO[0]] }, 33024, { details: { positions: [0, 2] } }],
    [{ from: '+12025550199' }, 33004, {}],
    [{ from: INACTIVE }, 33009, {}],
    [{ recipients: [TWO[0], { ...TWO[1], body: 'a\u0007' }] }, 33016, { details: { recipient: 1 } }],
    [{ recipients: [{ ...TWO[0], body: 'bit.ly/x' }] }, 33019, { details: { recipient: 0 } }],
  ])('like the request itself, %j: %d', async (fields, code, expected) => {
    const refused = await previewBatch(fields)
    const { message, details } = refused.body
    expect(refused.body.code).toBe(code)
    if ('details' in expected) expect(details).toMatchObject(expected.details as object)
    if ('message' in expected) expect(message).toMatch(expected.message as RegExp)
    const { body } = await fixture.batch({ recipients: TWO, ...fields })
    expect(refused.body).toEqual(body)
  })

  test('but not for credits, quota or recipients without consent, because these may change', async () => {
    await fixture.declare({ dailyMessageQuota: 1 })
    const { status, body } = await previewBatch({ recipients: [{ to: STRANGER, body: 'Hi' }] })
    expect([status, body.recipients]).toEqual([200, { submitted: 1, accepted: 0, dropped: { ...NONE, notOptedIn: 1 } }])
    expect(body).toMatchObject({ segments: { min: 0, max: 0, total: 0 }, samples: [] })
    expect((await previewBatch()).body.recipients.accepted).toBe(2)
  })

  test('if it is longer than its kind allows', async () => {
    const padded = (kind: string, length: number) => {
      const start = `{"kind":"${kind}","request":{"from":"${FROM}"`
      return {
        raw: `${start}${' '.repeat(length - start.length - 2)}}}`,
        headers: { 'content-type': 'application/json' },
      }
    }
    const codeOf = async (kind: string, length: number) => (await preview({}, padded(kind, length))).body.code
    for (const [kind, lengthMax] of [
      ['message', BODY_LENGTH_MAX],
      ['broadcast', BULK_LENGTHS_MAX.broadcast],
      ['batch', BULK_LENGTHS_MAX.batch],
    ] as const) {
      expect([kind, await codeOf(kind, lengthMax)]).toEqual([kind, 33400])
      expect([kind, await codeOf(kind, lengthMax + 1)]).toEqual([kind, 33413])
    }
  })

  test('before parsing, if it has more values than any valid request', async () => {
    const raw = `{"kind":"broadcast","request":{"recipients":[${'{},'.repeat(500_000)}1]}}`
    const { body } = await preview({}, { raw, headers: { 'content-type': 'application/json' } })
    expect([body.code, body.details.fields[0].field]).toEqual([33400, 'request.recipients'])
  })
})

test('the log contains no body, number or key', async () => {
  const recipients = fixture.recipients.map(({ to }) => ({ to, idempotencyKey: 'private-key' }))
  await previewBroadcast({ body: 'a very private text', idempotencyKey: 'private-key', recipients })
  expect(JSON.stringify(fixture.log)).not.toMatch(/private|3035550/)
})
