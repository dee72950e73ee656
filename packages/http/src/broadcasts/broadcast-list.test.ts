import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { applyAcme, openTestApi, type Json } from '../testing/test-api.js'
import { aBroadcast, NOW } from '@carillon/contracts'

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
  return { ...fixture, groups, added }
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
