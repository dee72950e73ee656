import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { MEMBERS, memberNumber, openBroadcasts } from '../testing/fixtures/broadcast-fixture.js'
import { signedInTo } from '../testing/fixtures/dashboard-fixture.js'
import { ANN, FROM } from '../testing/fixtures/messaging-fixture.js'
import { openSchedules } from '../testing/fixtures/schedule-fixture.js'

const CURLY = 'It’s on'
const PLAIN = "It's on"

describe('smartEncoding of an account', () => {
  let fixture: Awaited<ReturnType<typeof openBroadcasts>>
  const sent = () => new Set(fixture.provider.submitted.splice(0).map(({ body }) => body))

  beforeEach(async () => {
    fixture = await openBroadcasts(inMemory())
    await fixture.declare({ smartEncoding: true })
  })

  test('is applied to messages, broadcasts and batches, and shown by those that have it', async () => {
    const message = await fixture.send({ body: CURLY })
    expect([message.body.body, await fixture.read(message.body.id)]).toEqual([PLAIN, message.body])
    const broadcast = await fixture.broadcast({ body: CURLY })
    expect([broadcast.status, broadcast.body]).toMatchObject([201, { body: CURLY, smartEncoding: true }])
    const batch = await fixture.batch({ recipients: [{ to: memberNumber(0), body: CURLY }] })
    expect(batch.body).toMatchObject({ smartEncoding: true })
    await fixture.work()
    expect(sent()).toEqual(new Set([PLAIN]))
    expect((await fixture.get(`broadcast/${broadcast.body.id}`)).body).toMatchObject({ smartEncoding: true })
    const { results } = (await fixture.get(`broadcast/${broadcast.body.id}/messages`)).body
    expect(results[0].body).toBe(PLAIN)
  })

  test('is overridden by requests', async () => {
    const off = { body: CURLY, smartEncoding: false }
    await fixture.send(off)
    const { body } = await fixture.broadcast(off)
    expect(body).not.toHaveProperty('smartEncoding')
    await fixture.batch({ recipients: [{ to: memberNumber(0), body: CURLY }], smartEncoding: false })
    await fixture.work()
    expect(sent()).toEqual(new Set([CURLY]))
  })

  test('is counted in previews', async () => {
    const preview = (kind: string, request: object) =>
      fixture.api('POST', '/messaging/preview', { body: { kind, request: { from: FROM, ...request } } })
    const body = `${'x'.repeat(80)} ’`
    const replaced = (count: number) => [{ character: '’', by: "'", count }]
    const single = await preview('message', { to: ANN, body })
    expect(single.body).toMatchObject({ encoding: 'GSM-7', savedSegments: 1, replaced: replaced(1) })
    const many = MEMBERS.length
    const all = await preview('broadcast', { recipients: MEMBERS.map((to) => ({ to })), body })
    expect(all.body).toMatchObject({ segments: { total: many }, savedSegments: many, replaced: replaced(many) })
    const off = await preview('message', { to: ANN, body, smartEncoding: false })
    expect(Object.keys(off.body)).toEqual(['recipients', 'credits', 'encoding', 'segments', 'samples'])
  })

  test('is applied to what is composed in the dashboard, and known to its pages', async () => {
    const call = await signedInTo(fixture, 'sender')
    const request = { audience: { numbers: [memberNumber(0)] }, from: FROM, body: CURLY }
    const preview = await call('POST', '/broadcasts/compose/preview', { body: request })
    expect(preview.body).toMatchObject({ savedSegments: 0, replaced: [{ character: '’', by: "'", count: 1 }] })
    const samples = await call('POST', '/broadcasts/compose/samples', {
      body: { audience: request.audience, body: CURLY },
    })
    expect(samples.body.results).toMatchObject([{ body: PLAIN, encoding: 'GSM-7' }])
    await call('POST', '/broadcasts/compose', { body: { ...request, holdSeconds: 0, idempotencyKey: 'once' } })
    await fixture.work()
    expect(sent()).toEqual(new Set([PLAIN]))
  })
})

test('smartEncoding of a schedule is kept, shown, changed, and cleared by null', async () => {
  const { create, change, read } = await openSchedules(inMemory())
  const { status, body } = await create({ smartEncoding: true })
  expect([status, body]).toMatchObject([201, { smartEncoding: true }])
  expect((await change(body.id, { smartEncoding: false })).body.smartEncoding).toBe(false)
  expect((await read(body.id)).body.smartEncoding).toBe(false)
  expect((await change(body.id, { smartEncoding: null })).body).not.toHaveProperty('smartEncoding')
  expect((await create()).body).not.toHaveProperty('smartEncoding')
})

test.each(['message', 'broadcast', 'batch', 'schedule'])('smartEncoding of a %s must be a boolean', async (kind) => {
  const fixture = await openBroadcasts(inMemory())
  const schedules = await openSchedules(inMemory())
  const send = {
    message: () => fixture.send({ smartEncoding: 'yes' }),
    broadcast: () => fixture.broadcast({ smartEncoding: 1 }),
    batch: () => fixture.batch({ recipients: [{ to: memberNumber(0), body: 'Hi' }], smartEncoding: null }),
    schedule: () => schedules.create({ smartEncoding: {} }),
  }[kind]!
  const { status, body } = await send()
  expect([status, body.code]).toEqual([400, 33400])
  expect(body.details.fields).toEqual([
    {
      field: 'smartEncoding',
      message: expect.stringMatching(/^must be true or false, got (string|number|null|object)$/),
    },
  ])
})
