import { ids } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { beforeEach, expect, test } from '@jest/globals'
import { memberNumber, openBroadcasts } from '../testing/fixtures/broadcast-fixture.js'
import { FROM } from '../testing/fixtures/messaging-fixture.js'

const open = () => openBroadcasts(inMemory())
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
})

const NOON = '2026-03-01T12:00:00.000Z'

test('an operator finds a broadcast by its id, with its account and progress but without its body', async () => {
  const { id } = (await fixture.broadcast()).body
  const { status, body } = await fixture.admin('GET', `/broadcasts/${id}`)
  const found = {
    id,
    account: { id: expect.stringMatching(/^acc_/), name: 'Acme' },
    from: FROM,
    totalRecipients: 120,
    status: 'queued',
    createdAt: NOON,
    counts: { queued: 120, sent: 0, failed: 0, delivered: 0 },
  }
  expect([status, body]).toEqual([200, found])
  await fixture.work()
  expect((await fixture.admin('GET', `/broadcasts/${id}`)).body).toEqual({
    ...found,
    status: 'completed',
    counts: { queued: 0, sent: 120, failed: 0, delivered: 0 },
    startedAt: NOON,
    completedAt: NOON,
  })
})

test('a paused broadcast shows since when, and why', async () => {
  const { id } = (await fixture.broadcast()).body
  await fixture.api('POST', `/messaging/broadcast/${id}/pause`)
  const { pausedAt, pausedBecause } = (await fixture.get(`broadcast/${id}`)).body
  expect([pausedAt, pausedBecause]).toEqual([NOON, { rule: 'request' }])
  expect((await fixture.admin('GET', `/broadcasts/${id}`)).body).toMatchObject({
    status: 'paused',
    pausedAt,
    pausedBecause,
  })
})

test('a batch is also found, with the rate of its sender if the sender has one', async () => {
  await fixture.declare({ numbers: [{ number: FROM, messagesPerSecond: 5 }] })
  const { id } = (await fixture.batch({ recipients: [{ to: memberNumber(0), body: 'Hi' }] })).body
  expect((await fixture.admin('GET', `/broadcasts/${id}`)).body).toMatchObject({ id, messagesPerSecond: 5 })
})

test('a broadcast whose sender has a rate has the parts of its text, unless the account counts messages', async () => {
  await fixture.declare({ numbers: [{ number: FROM, messagesPerSecond: 5 }] })
  const { id } = (await fixture.broadcast({ body: 'Carillon '.repeat(40) })).body
  const found = async () => (await fixture.admin('GET', `/broadcasts/${id}`)).body
  expect(await found()).toMatchObject({ messagesPerSecond: 5, partsPerMessage: 3 })
  await fixture.declare({ rateCounts: 'messages' })
  expect(await found()).not.toHaveProperty('partsPerMessage')
})

test('an unknown or malformed id is not found', async () => {
  for (const id of [ids.next('brc'), ids.next('bat'), 'brc_1', 'msg_1', '%00', '%zz']) {
    expect(await fixture.admin('GET', `/broadcasts/${id}`)).toMatchObject({ status: 404, body: { code: 33404 } })
  }
})

test('the admin token is required', async () => {
  const { id } = (await fixture.broadcast()).body
  expect((await fixture.call('GET', `/admin/v1/broadcasts/${id}`)).status).toBe(401)
})
