import { describe, expect, test } from '@jest/globals'
import { EVENT_TYPES, type AccountId, type WebhookEndpoint } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { aWebhookEndpoint, after, ids } from '../fixtures/builders.js'

export function describeWebhookEndpointStore(open: OpenTestAdapters) {
  const openFixture = async () => accountFixture(await open())

  describe('webhook endpoints', () => {
    test('of an account are returned oldest first, then by id, and are not visible to other accounts', async () => {
      const { run, account, neighbour } = await openFixture()
      const [a, b, c] = [2, 2, 1].map((n) =>
        aWebhookEndpoint({ account: account.id, url: `https://${n}.example.com`, createdAt: after(n) }),
      )
      for (const endpoint of [b!, a!, c!]) await run(({ webhookEndpoints }) => webhookEndpoints.put(endpoint))
      expect(await run(({ webhookEndpoints }) => webhookEndpoints.of(account.id))).toEqual([c, a, b])
      const other = await neighbour()
      expect(await run(({ webhookEndpoints }) => webhookEndpoints.of(other.id))).toEqual([])
    })

    test('are replaced when an endpoint with the same id is put', async () => {
      const { run, account } = await openFixture()
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

    test('are removed one at a time, and no others are removed', async () => {
      const { run, account, neighbour } = await openFixture()
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

    test('are found by id and account, with every field', async () => {
      const { run, account, neighbour } = await openFixture()
      const [plain, full] = [aWebhookEndpoint({ account: account.id }), aFullEndpoint(account.id)]
      const find = (of: Pick<WebhookEndpoint, 'account' | 'id'>) =>
        run(({ webhookEndpoints }) => webhookEndpoints.find(of.account, of.id))
      for (const endpoint of [plain, full]) await run(({ webhookEndpoints }) => webhookEndpoints.put(endpoint))
      expect([await find(plain), await find(full)]).toEqual([plain, full])
      expect(await run(({ webhookEndpoints }) => webhookEndpoints.of(account.id))).toEqual([plain, full])
      const other = await neighbour()
      expect(await find({ account: other.id, id: full.id })).toBeNull()
      expect(await find({ account: account.id, id: ids.next('whk') })).toBeNull()
    })

    test.each(['operator', 'gone', 'failing'] as const)('keep when and why they were disabled: %s', async (reason) => {
      const { run, account } = await openFixture()
      const endpoint = aWebhookEndpoint({ account: account.id, disabled: { at: after(1.5), reason } })
      await run(({ webhookEndpoints }) => webhookEndpoints.put(endpoint))
      expect(await run(({ webhookEndpoints }) => webhookEndpoints.find(account.id, endpoint.id))).toEqual(endpoint)
    })

    test('can have every field set and cleared by `put`', async () => {
      const { run, account } = await openFixture()
      const full = aFullEndpoint(account.id)
      const plain = aWebhookEndpoint({ account: account.id, id: full.id })
      for (const endpoint of [plain, full, plain]) {
        await run(({ webhookEndpoints }) => webhookEndpoints.put(endpoint))
        expect(await run(({ webhookEndpoints }) => webhookEndpoints.find(account.id, full.id))).toEqual(endpoint)
      }
    })

    test('of two accounts can have the same id', async () => {
      const { run, account, neighbour } = await openFixture()
      const other = await neighbour()
      const mine = aWebhookEndpoint({ account: account.id })
      const theirs = aWebhookEndpoint({ account: other.id, id: mine.id, url: 'https://b.example.com' })
      for (const endpoint of [mine, theirs]) await run(({ webhookEndpoints }) => webhookEndpoints.put(endpoint))
      await run(({ webhookEndpoints }) => webhookEndpoints.put({ ...theirs, isSlow: true }))
      expect(await run(({ webhookEndpoints }) => webhookEndpoints.lock(account.id, mine.id))).toEqual(mine)
    })

    test('are locked, so that concurrent changes run one after the other', async () => {
      const { run, account } = await openFixture()
      const endpoint = aWebhookEndpoint({ account: account.id, url: 'https://example.com/0' })
      await run(({ webhookEndpoints }) => webhookEndpoints.put(endpoint))
      const next = (url: string) => url.replace(/\d+$/, (n) => String(Number(n) + 1))
      const change = () =>
        run(async ({ webhookEndpoints }) => {
          const locked = (await webhookEndpoints.lock(account.id, endpoint.id))!
          await webhookEndpoints.put({ ...locked, url: next(locked.url) })
        })
      await Promise.all(Array.from({ length: 20 }, change))
      const url = 'https://example.com/20'
      expect(await run(({ webhookEndpoints }) => webhookEndpoints.lock(account.id, endpoint.id))).toEqual({
        ...endpoint,
        url,
      })
    })

    test('are locked by id and account', async () => {
      const { run, account, neighbour } = await openFixture()
      const full = aFullEndpoint(account.id)
      await run(({ webhookEndpoints }) => webhookEndpoints.put(full))
      const other = await neighbour()
      await run(async ({ webhookEndpoints }) => {
        expect(await webhookEndpoints.lock(account.id, full.id)).toEqual(full)
        expect(await webhookEndpoints.lock(other.id, full.id)).toBeNull()
        expect(await webhookEndpoints.lock(account.id, ids.next('whk'))).toBeNull()
      })
    })
  })
}

/** Has a value in every field, to test that each of them is stored. */
function aFullEndpoint(account: AccountId): WebhookEndpoint {
  return aWebhookEndpoint({
    account,
    url: 'https://hooks.example.com/carillon?of=acme&key=%20#x',
    events: [...EVENT_TYPES],
    sealedSecret: 'sealed anew',
    previousSecret: { sealed: 'sealed before', until: after(86_400) },
    failingSince: after(-3.25),
    isSlow: true,
    disabled: { at: after(2), reason: 'failing' },
  })
}
