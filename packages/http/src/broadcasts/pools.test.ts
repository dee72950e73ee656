import { inMemory } from '@carillon/memory'
import { ids } from '@carillon/contracts'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { openBroadcasts, MEMBERS } from '../testing/fixtures/broadcast-fixture.js'
import { otherAccount, storedOf } from '../testing/fixtures/two-accounts-fixture.js'
import { audienceOf, TIMETABLE } from '../testing/samples.js'
import { ANN, FROM } from '../testing/fixtures/messaging-fixture.js'

const SECOND = '+12025550102'
const NUMBERS = [{ number: FROM }, { number: SECOND }]
const FORMS =
  'must be a number in E.164 form, such as +12025550100, a short code of 5 or 6 digits, or the id of a pool, such as pool_01kjmma2g0007vq7wrdymx37zc'

async function open() {
  const adapters = inMemory({ now: new Date('2026-03-01T12:00:00Z') })
  // Requests are stored with the time of a real clock, maybe between two looks at everything stored.
  const fixture = await openBroadcasts(adapters, { logsRequests: false })
  const groups = await fixture.declare({ numbers: NUMBERS })
  const pool = { id: ids.next('pool'), name: 'Main', numbers: [FROM, SECOND] }
  await adapters.unitOfWork.run(async ({ accounts }) => {
    const account = (await accounts.findByName('Acme'))!
    await accounts.save({ ...account, pools: [pool] })
  })
  return { ...fixture, adapters, groups, pool }
}

describe('pools in the API', () => {
  let fixture: Awaited<ReturnType<typeof open>>
  const shown = () => ({ from: fixture.pool.id, pool: { id: fixture.pool.id, name: 'Main' } })

  beforeEach(async () => {
    fixture = await open()
  })

  test('broadcasts show their pool, and their messages show numbers', async () => {
    const { broadcast, api, work, admin, pool } = fixture
    const { body } = await broadcast({ from: pool.id })
    expect(body).toMatchObject(shown())
    await work()
    expect((await api('GET', `/messaging/broadcast/${body.id}`)).body).toMatchObject({
      ...shown(),
      status: 'completed',
    })
    expect((await api('GET', '/messaging/broadcasts')).body.results).toMatchObject([shown()])
    expect((await admin('GET', `/broadcasts/${body.id}`)).body).toMatchObject(shown())
    const { results } = (await api('GET', `/messaging/broadcast/${body.id}/messages?limit=100`)).body
    expect(new Set(results.map(({ from }: { from: string }) => from))).toEqual(new Set(pool.numbers))
  })

  test('messages are listed by a pool, or by a number of it', async () => {
    const { api, pool, send } = fixture
    await send({ from: pool.id })
    const listed = async (from: string) =>
      (await api('GET', `/messaging/message?from=${encodeURIComponent(from)}`)).body
    expect(await listed(FROM)).toMatchObject({ totalCount: 1, results: [{ from: FROM }] })
    expect(await listed(pool.id)).toMatchObject({ totalCount: 0 })
    expect(await listed('pool_1')).toMatchObject({ code: 33400, message: `from ${FORMS}, got "pool_1"` })
  })

  test('a broadcast from a number shows no pool', async () => {
    const { body } = await fixture.broadcast()
    expect('pool' in body).toBe(false)
  })

  test('batches, single messages and previews accept a pool', async () => {
    const { api, pool, send } = fixture
    const batch = { from: pool.id, recipients: [{ to: MEMBERS[0], body: 'Hi' }] }
    expect((await api('POST', '/messaging/batch', { body: batch })).body).toMatchObject(shown())
    expect((await send({ from: pool.id })).body).toMatchObject({ from: FROM, status: 'sent' })
    const preview = { kind: 'message', request: { to: ANN, from: pool.id, body: 'Hi' } }
    expect((await api('POST', '/messaging/preview', { body: preview })).status).toBe(200)
  })

  test('schedules show their pool', async () => {
    const { api, pool, groups } = fixture
    const audience = audienceOf([groups['VIP']])
    const created = await api('POST', '/messaging/broadcast/schedules', {
      body: { from: pool.id, body: 'Hi', audience, schedule: TIMETABLE },
    })
    expect([created.status, created.body]).toMatchObject([201, shown()])
    const path = `/messaging/broadcast/schedules/${created.body.id}`
    expect((await api('GET', path)).body).toMatchObject(shown())
    expect((await api('PATCH', path, { body: { from: FROM } })).body.pool).toBeUndefined()
    expect((await api('PATCH', path, { body: { from: pool.id } })).body).toMatchObject(shown())
  })

  test('refuse everything that is neither a number nor a short code nor the id of a pool', async () => {
    const { send } = fixture
    for (const from of ['pool_1', 'POOL_01kjmma2g0007vq7wrdymx37zc', 'Main', '123', '']) {
      const { status, body } = await send({ from })
      expect([status, body.code, body.details.fields]).toEqual([
        400,
        33400,
        [{ field: 'from', message: `${FORMS}, got "${from.slice(0, 40)}"` }],
      ])
    }
  })

  test('refuse the pool of another account as they refuse an unknown one', async () => {
    const { send, broadcast, api, groups, adapters } = fixture
    const other = await otherAccount(fixture)
    const stored = await storedOf(adapters, other.id)
    for (const from of [other.objects['poolId']!, ids.next('pool')]) {
      const refusal = { code: 33004, message: `${from} is not a pool of this account` }
      const schedule = { from, body: 'Hi', audience: audienceOf([groups['VIP']]), schedule: TIMETABLE }
      const refused = [
        await send({ from }),
        await broadcast({ from }),
        await api('POST', '/messaging/batch', { body: { from, recipients: [{ to: MEMBERS[0], body: 'Hi' }] } }),
        await api('POST', '/messaging/broadcast/schedules', { body: schedule }),
        await api('POST', '/messaging/preview', { body: { kind: 'message', request: { to: ANN, from, body: 'Hi' } } }),
      ]
      expect(refused.map(({ body }) => body)).toEqual(refused.map(() => expect.objectContaining(refusal)))
    }
    expect(await storedOf(adapters, other.id)).toBe(stored)
  })

  test('refuse a pool without an active number', async () => {
    const { send, pool, declare } = fixture
    await declare({ numbers: NUMBERS.map((one) => ({ ...one, status: 'inactive' })) })
    const inactive = await send({ from: pool.id })
    expect(inactive.body).toMatchObject({ code: 33009, message: `No number of the pool ${pool.id} is active` })
  })
})
