import type { CarrierDirectory } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { MEMBERS, memberNumber, openBroadcasts } from '../testing/fixtures/broadcast-fixture.js'
import { FROM } from '../testing/fixtures/messaging-fixture.js'

const LANDLINE = memberNumber(7)
const FAILED = {
  to: LANDLINE,
  status: 'failed',
  errorType: 'invalid_destination',
  errorMessage: 'The number is a landline, and the account does not text landlines',
}

/** Acme, with a member who has a landline. */
async function open(declared: object) {
  const directory: CarrierDirectory = {
    lookUp: async (phones) =>
      phones.map((phone) => ({ name: 'Bell', lineType: phone === LANDLINE ? 'landline' : 'mobile' })),
  }
  const fixture = await openBroadcasts({ ...inMemory(), directory })
  await fixture.declare(declared)
  return fixture
}

test('a landline among the recipients of a broadcast fails for an account that refuses landlines', async () => {
  const { broadcast, work, get, provider } = await open({ refuseLandlines: true })
  const { body } = await broadcast()
  await work()
  const counts = { queued: 0, sent: MEMBERS.length - 1, failed: 1, delivered: 0 }
  expect((await get(`broadcast/${body.id}`)).body).toMatchObject({ status: 'completed', counts })
  expect((await get(`broadcast/${body.id}/messages?status=failed`)).body.results).toMatchObject([FAILED])
  expect(provider.submitted.map(({ to }) => to)).not.toContain(LANDLINE)
})

test('a single text to a landline that a broadcast has found gets 201 with the failure, and costs nothing', async () => {
  const { broadcast, work, send, credits, provider } = await open({ refuseLandlines: true })
  await broadcast()
  await work()
  const before = [await credits(), provider.submitted.length]
  const { status, body } = await send({ to: LANDLINE })
  expect([status, body]).toEqual([201, expect.objectContaining(FAILED)])
  expect(body).not.toHaveProperty('sentAt')
  expect([await credits(), provider.submitted.length]).toEqual(before)
})

test('a preview counts the landlines that a broadcast has found, and makes no look-up', async () => {
  const { broadcast, work, api } = await open({ refuseLandlines: true })
  const request = { from: FROM, recipients: MEMBERS.map((to) => ({ to })), body: 'Hi' }
  const preview = async () =>
    (await api('POST', '/messaging/preview', { body: { kind: 'broadcast', request } })).body.recipients
  expect(await preview()).toMatchObject({ accepted: MEMBERS.length, dropped: { landline: 0 } })
  await broadcast()
  await work()
  expect(await preview()).toMatchObject({ accepted: MEMBERS.length - 1, dropped: { landline: 1 } })
  const message = { from: FROM, to: LANDLINE, body: 'Hi' }
  const single = await api('POST', '/messaging/preview', { body: { kind: 'message', request: message } })
  expect(single.body).toMatchObject({ recipients: { accepted: 0, dropped: { landline: 1 } }, samples: [] })
})

test('landlines are texted by default', async () => {
  const { broadcast, work, get } = await open({})
  const { body } = await broadcast()
  await work()
  expect((await get(`broadcast/${body.id}`)).body.counts).toMatchObject({ sent: MEMBERS.length, failed: 0 })
})
