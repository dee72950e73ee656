import type { SubmissionOutcome } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { MEMBERS, memberNumber, openBroadcasts } from '../testing/fixtures/broadcast-fixture.js'
import { AS_POOR, FROM } from '../testing/fixtures/messaging-fixture.js'

const open = () => openBroadcasts(inMemory())
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
})

const NOON = '2026-03-01T12:00:00.000Z'
const MEDIA = 'https://example.com/a.jpg'
const REFUSED: SubmissionOutcome = { kind: 'refused', type: 'invalid_destination', message: 'No such number' }
const TWO = [
  { to: memberNumber(0), body: 'Hi 0' },
  { to: memberNumber(1), mediaUrl: MEDIA },
]

describe('a broadcast', () => {
  test('gets 201 with the status queued, and counts the accepted recipients', async () => {
    const strangers = [{ to: '+12025550188' }, { to: '+12025550189' }]
    const { status, body, headers } = await fixture.broadcast({ recipients: [...fixture.recipients, ...strangers] })
    expect([status, headers.has('idempotent-replayed')]).toEqual([201, false])
    expect(body).toEqual({
      id: expect.stringMatching(/^brc_[0-9a-z]{26}$/),
      from: FROM,
      body: 'Hello',
      totalRecipients: 120,
      status: 'queued',
      createdAt: NOON,
    })
  })

  test('shows its counts, and is completed when every message was sent', async () => {
    const { body } = await fixture.broadcast({ mediaUrl: MEDIA })
    const counts = { queued: 120, sent: 0, failed: 0, delivered: 0 }
    expect((await fixture.get(`broadcast/${body.id}`)).body).toEqual({
      ...{ ...body, mediaUrl: MEDIA, counts },
      expiresAt: '2026-03-02T12:00:00.000Z',
    })
    await fixture.work()
    expect((await fixture.get(`broadcast/${body.id}`)).body).toEqual({
      ...{ ...body, mediaUrl: MEDIA, status: 'completed', startedAt: NOON, completedAt: NOON },
      counts: { queued: 0, sent: 120, failed: 0, delivered: 0 },
    })
    expect(new Set(fixture.provider.submitted.map(({ to }) => to))).toEqual(new Set(MEMBERS))
  })

  test('gets the first response for a repeated key, even with another body', async () => {
    const first = await fixture.broadcast({ idempotencyKey: 'evening' })
    const again = await fixture.broadcast({ idempotencyKey: 'evening', body: 'Other' })
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([201, first.body, 'true'])
  })

  test('may have only media, but without media needs a body', async () => {
    const sent = await fixture.broadcast({ body: undefined, mediaUrl: MEDIA })
    expect(sent.body).toMatchObject({ body: '', mediaUrl: MEDIA })
    const { body } = await fixture.broadcast({ body: undefined })
    expect([body.code, body.details]).toEqual([
      33400,
      { fields: [{ field: 'body', message: 'is required without mediaUrl' }] },
    ])
  })

  test('is refused if the host of its media cannot be public', async () => {
    const { status, body } = await fixture.broadcast({ mediaUrl: 'http://127.1/a.jpg' })
    expect([status, body.code, body.details.fields[0].field]).toEqual([400, 33400, 'mediaUrl'])
  })

  test('with a duplicate number gets 33024 with the positions of the number', async () => {
    const { status, body } = await fixture.broadcast({ recipients: [...fixture.recipients, { to: memberNumber(3) }] })
    expect([status, body.code, body.details]).toEqual([400, 33024, { positions: [3, 120] }])
    expect(body.message).toMatch(/recipients must not contain duplicate phone numbers/)
  })

  test('with invalid fields gets 33400, which lists each fault with its path', async () => {
    const { body } = await fixture.broadcast({ from: 'x', recipients: [...fixture.recipients, { to: 5, body: 'Hi' }] })
    expect([body.code, body.details.fields.map(({ field }: { field: string }) => field)]).toEqual([
      33400,
      ['from', 'recipients[120].body', 'recipients[120].to'],
    ])
  })

  test('with 100 invalid recipients gets 33400, which lists the fault of another field first, and 50 faults in all', async () => {
    const { body } = await fixture.broadcast({ from: 'x', recipients: Array.from({ length: 100 }, () => ({ to: 5 })) })
    const fields = body.details.fields.map(({ field }: { field: string }) => field)
    expect([body.code, fields.length, fields[0], fields[1]]).toEqual([33400, 50, 'from', 'recipients[0].to'])
  })

  test('with fewer than 100 recipients gets 33400 for the field recipients', async () => {
    const { body } = await fixture.broadcast({ recipients: fixture.recipients.slice(0, 99) })
    expect(body.details.fields).toEqual([{ field: 'recipients', message: 'must have 100 to 50000 entries, got 99' }])
  })
})

describe('a batch', () => {
  test('has no body in the response, and sends each recipient their own body', async () => {
    const { status, body } = await fixture.batch({ recipients: TWO })
    expect([status, body]).toEqual([
      201,
      { id: expect.stringMatching(/^bat_/), from: FROM, totalRecipients: 2, status: 'queued', createdAt: NOON },
    ])
    await fixture.work()
    expect(fixture.provider.submitted).toMatchObject([
      { to: memberNumber(0), body: 'Hi 0', mediaUrl: null },
      { to: memberNumber(1), body: '', mediaUrl: MEDIA },
    ])
  })

  test('gets the first response for a repeated key', async () => {
    const first = await fixture.batch({ recipients: TWO, idempotencyKey: 'evening' })
    const again = await fixture.batch({ recipients: TWO.slice(1), idempotencyKey: 'evening' })
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([201, first.body, 'true'])
  })

  test('with an unsendable body gets 33016 with the index of the recipient', async () => {
    const { body } = await fixture.batch({ recipients: [...TWO, { to: memberNumber(2), body: 'a\0' }] })
    expect([body.code, body.details]).toEqual([33016, { codePoint: 'U+0000', offset: 1, recipient: 2 }])
  })
})

describe('a broadcast or batch', () => {
  test('is not found with the path of the other kind, the key of another account, or a malformed id', async () => {
    await fixture.openPoor()
    const { id } = (await fixture.broadcast()).body
    for (const kind of ['broadcast', 'batch']) {
      for (const [name, call] of [
        [kind === 'batch' ? id : 'x', {}],
        [id, AS_POOR],
      ] as const) {
        const path = `/messaging/${kind}/${name}`
        for (const [method, below] of [
          ['GET', ''],
          ['GET', '/messages'],
          ['POST', '/cancel'],
          ['POST', '/pause'],
          ['POST', '/resume'],
          ['POST', '/retry'],
        ] as const) {
          const { status, body } = await fixture.api(method, path + below, call)
          expect([path + below, status, body.code]).toEqual([path + below, 404, 33404])
        }
      }
    }
  })

  test('can be canceled, and shows how many messages are in flight', async () => {
    const { body } = await fixture.broadcast()
    const canceled = await fixture.api('POST', `/messaging/broadcast/${body.id}/cancel`)
    const counts = { queued: 0, sent: 0, failed: 0, delivered: 0 }
    expect([canceled.status, canceled.body]).toEqual([
      200,
      { ...body, status: 'canceled', counts, completedAt: NOON, inFlight: 0 },
    ])
    await fixture.work()
    expect(fixture.provider.submitted).toEqual([])
  })

  test('can be paused and resumed', async () => {
    const { body } = await fixture.broadcast()
    const post = async (verb: string) => (await fixture.api('POST', `/messaging/broadcast/${body.id}/${verb}`)).body
    expect(await post('pause')).toMatchObject({ status: 'paused', pausedAt: NOON, inFlight: 0 })
    await fixture.work()
    expect(fixture.provider.submitted).toEqual([])
    expect(await post('resume')).not.toHaveProperty('pausedAt')
    await fixture.work()
    expect(fixture.provider.submitted).toHaveLength(body.totalRecipients)
  })

  test.each(['cancel', 'pause', 'resume', 'retry'])(
    'is not changed by a %s that is refused for a property in its body',
    async (verb) => {
      const { body } = await fixture.broadcast()
      const path = `/messaging/broadcast/${body.id}`
      const refused = await fixture.api('POST', `${path}/${verb}`, { body: { reason: 'none' } })
      expect([refused.status, refused.body.code, refused.body.details.fields]).toEqual([
        400,
        33400,
        [{ field: 'reason', message: 'is not a known property' }],
      ])
      expect((await fixture.api('GET', path)).body.status).toBe('queued')
    },
  )

  test('can be retried once, for the failed recipients', async () => {
    fixture.provider.script.push(REFUSED)
    const { id } = (await fixture.batch({ recipients: TWO })).body
    const retry = () => fixture.api('POST', `/messaging/batch/${id}/retry`)
    expect(await retry()).toMatchObject({ status: 409, body: { code: 33409 } })
    await fixture.work()
    const retried = await retry()
    expect([retried.status, retried.body.totalRecipients]).toEqual([201, 1])
    const again = await retry()
    expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([retried.body, 'true'])
    expect((await fixture.get(`batch/${id}`)).body.retriedAs).toBe(retried.body.id)
    await fixture.work()
    const nothing = await fixture.api('POST', `/messaging/batch/${retried.body.id}/retry`)
    expect([nothing.status, nothing.body.code]).toEqual([409, 33409])
  })
})

test('broadcasts and batches have separate rate limits', async () => {
  await fixture.declare({ rateLimits: { broadcast: 1, batch: 2 } })
  const statuses = [
    await fixture.broadcast(),
    await fixture.broadcast(),
    await fixture.batch(),
    await fixture.batch(),
    await fixture.batch(),
  ]
  expect(statuses.map(({ status }) => status)).toEqual([201, 429, 400, 400, 429])
})

test('the log contains no body, number or key', async () => {
  const secret = { idempotencyKey: 'private-key', body: 'a very private text' }
  await fixture.broadcast({ ...secret, recipients: [...fixture.recipients, { to: 'private' }] })
  const { id } = (await fixture.broadcast(secret)).body
  await fixture.work()
  await fixture.get(`broadcast/${id}/messages`)
  expect(JSON.stringify(fixture.log)).not.toMatch(/private|3035550/)
})
