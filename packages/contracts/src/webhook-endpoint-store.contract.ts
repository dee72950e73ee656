import { describe, expect, test } from '@jest/globals'
import { aWebhookEndpoint, after } from './builders.js'
import { houseOf } from './house.js'
import type { OpenTestAdapters } from './test-adapters.js'

export function describeWebhookEndpointStore(open: OpenTestAdapters) {
  const openHouse = async () => houseOf(await open())

  describe('webhook endpoints', () => {
    test('of an account come oldest first, then by id, and no other account sees them', async () => {
      const { run, account, neighbour } = await openHouse()
      const [a, b, c] = [2, 2, 1].map((n) =>
        aWebhookEndpoint({ account: account.id, url: `https://${n}.example.com`, createdAt: after(n) }),
      )
      for (const endpoint of [b!, a!, c!]) await run(({ webhookEndpoints }) => webhookEndpoints.put(endpoint))
      expect(await run(({ webhookEndpoints }) => webhookEndpoints.of(account.id))).toEqual([c, a, b])
      const other = await neighbour()
      expect(await run(({ webhookEndpoints }) => webhookEndpoints.of(other.id))).toEqual([])
    })

    test('put replaces the one with its id', async () => {
      const { run, account } = await openHouse()
      const endpoint = aWebhookEndpoint({ account: account.id })
      await run(({ webhookEndpoints }) => webhookEndpoints.put(endpoint))
      const changed = {
        ...endpoint,
        url: 'https://new.example.com',
        events: ['link.clicked'],
        sealedSecret: 'new',
      } as const
      await run(({ webhookEndpoints }) => webhookEndpoints.put(changed))
      expect(await run(({ webhookEndpoints }) => webhookEndpoints.of(account.id))).toEqual([changed])
    })

    test('a removed one is gone, and no other', async () => {
      const { run, account, neighbour } = await openHouse()
      const [gone, kept] = [
        aWebhookEndpoint({ account: account.id }),
        aWebhookEndpoint({ account: account.id, url: 'https://b.example.com' }),
      ]
      for (const endpoint of [gone, kept]) await run(({ webhookEndpoints }) => webhookEndpoints.put(endpoint))
      const other = await neighbour()
      await run(({ webhookEndpoints }) => webhookEndpoints.remove(other.id, kept.id))
      await run(({ webhookEndpoints }) => webhookEndpoints.remove(account.id, gone.id))
      expect(await run(({ webhookEndpoints }) => webhookEndpoints.of(account.id))).toEqual([kept])
    })
  })
}
