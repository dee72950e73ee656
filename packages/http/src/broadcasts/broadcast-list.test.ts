import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { applyAcme, openTestApi, type Json } from '../testing/test-api.js'
import { aBroadcast, aMessage, NOW } from '@carillon/contracts'
import { messageIdAt, type MessageFailure } from '@carillon/core'

async function open() {
  const adapters = inMemory({ now: NOW })
  const fixture = await openTestApi(adapters)
  const groups = await applyAcme(fixture)
  const account = (await fixture.useCases.readAccount.execute({ name: 'Acme' })).id
  const added = async (given: Partial<Parameters<typeof aBroadcast>[0]> = {}) => {
    const broadcast = aBroadcast({ account, ...given })
    await adapters.unitOfWork.run(({ broadcasts }) => broadcasts.add(broadcast, []))
    return broadcast
  }
  return { ...fixture, groups, account, added, unitOfWork: adapters.unitOfWork }
}

const idsOf = ({ body }: { body: Json }) => body.results.map(({ id }: { id: string }) => id)

test('broadcasts are listed in steps, each with its rates', async () => {
  const { api, added } = await open()
  const counts = { sent: 2, failed: 1, canceled: 0, delivered: 1 }
  const [first, second, third] = [await added(), await added({ total: 3, counts }), await added()]
  const step = await api('GET', '/messaging/broadcasts?limit=2')
  expect(idsOf(step)).toEqual([third.id, second.id])
  expect(step.body.results[1]).toMatchObject({
    kind: 'broadcast',
    counts: { sent: 2, failed: 1, delivered: 1, queued: 0 },
    rates: { sent: 0.6667, failed: 0.3333, delivered: 0.5 },
  })
  const rest = await api('GET', `/messaging/broadcasts?limit=2&cursor=${step.body.nextCursor}`)
  expect([idsOf(rest), rest.body.nextCursor]).toEqual([[first.id], null])
})

test('broadcasts are listed by status', async () => {
  const { api, added } = await open()
  const running = await added({ status: 'sending' })
  await added({ status: 'completed' })
  expect(idsOf(await api('GET', '/messaging/broadcasts?status=sending'))).toEqual([running.id])
  expect((await api('GET', '/messaging/broadcasts?status=gone')).body.code).toBe(33400)
})

test.each(['a', '!', 'bm90aGluZw', Buffer.from('2026-03-01T12:00:00.000Z brc_1').toString('base64url')])(
  'a cursor that no response contained is refused: %s',
  async (cursor) => {
    const { api, groups } = await open()
    for (const path of ['/messaging/broadcasts', '/account/credits/ledger', `/groups/${groups['VIP']}/members`]) {
      const { status, body } = await api('GET', `${path}?cursor=${cursor}`)
      expect([status, body.code, body.details.fields[0].field]).toEqual([400, 33400, 'cursor'])
    }
  },
)

test('failed messages are counted by reason, and listed in steps', async () => {
  const { api, added, unitOfWork, account } = await open()
  const { id } = await added({ total: 5 })
  const failed = (position: number, type: MessageFailure['type']) =>
    aMessage({
      account,
      broadcast: id,
      id: messageIdAt(id, position),
      status: 'failed',
      phase: null,
      failure: { type, message: 'No' },
    })
  const messages = [
    failed(0, 'carrier_rejected'),
    aMessage({ account, broadcast: id, id: messageIdAt(id, 1) }),
    failed(2, 'opted_out'),
    failed(4, 'carrier_rejected'),
  ]
  await unitOfWork.run((stores) => stores.messages.add(messages))
  const path = `/messaging/broadcasts/${id}/failures`
  expect((await api('GET', path)).body.results).toEqual([
    { errorType: 'carrier_rejected', count: 2 },
    { errorType: 'opted_out', count: 1 },
  ])
  const step = await api('GET', `${path}/carrier_rejected?limit=1`)
  expect(idsOf(step)).toEqual([messages[0]!.id])
  const rest = await api('GET', `${path}/carrier_rejected?limit=1&cursor=${step.body.nextCursor}`)
  expect([idsOf(rest), rest.body.nextCursor]).toEqual([[messages[3]!.id], null])
  expect((await api('GET', `/messaging/broadcasts/brc_${'0'.repeat(26)}/failures`)).body.code).toBe(33404)
})
