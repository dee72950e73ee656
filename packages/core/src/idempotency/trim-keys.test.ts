import { houseOf, ids, phoneOf } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { TrimKeys } from './trim-keys.js'

const MANY = 2_100

/** An account with keys of requests and of recipients, as many of each expired now as are asked for. */
async function openWith({ expired }: { readonly expired: number }) {
  const adapters = inMemory()
  const house = await houseOf(adapters)
  const now = adapters.clock.now()
  const later = new Date(now.getTime() + 1)
  const numbers = Array.from({ length: expired }, (_, n) => n)
  const keep = async (account = house.account.id, expiresAt: Date | null = now) => {
    const bound = {
      account,
      broadcast: ids.next('brc'),
      phones: numbers.map(phoneOf),
      keys: numbers.map((n) => `k${n}`),
    }
    await house.run(async ({ keys, recipientKeys }) => {
      for (const key of bound.keys) {
        const name = { account, scope: 'message', key: `${key} ${expiresAt?.getTime()}` } as const
        await keys.bind({ ...name, target: 'msg_1', answer: null, expiresAt }, now)
      }
      await recipientKeys.bind({ ...bound, now })
      if (expiresAt !== null) await recipientKeys.expire({ ...bound, at: expiresAt })
    })
    return bound
  }
  return { ...house, now, later, keep, trimKeys: new TrimKeys(adapters) }
}

describe('trimming', () => {
  test('takes away what has expired of requests and of recipients, however many, of every account', async () => {
    const { trimKeys, keep, neighbour, run, now } = await openWith({ expired: MANY })
    const [ours, theirs] = [await keep(), await keep((await neighbour()).id)]
    expect(await trimKeys.execute()).toBe(4 * MANY)
    for (const keyed of [ours, theirs]) {
      const again = { ...keyed, broadcast: ids.next('brc'), now }
      expect(await run(({ recipientKeys }) => recipientKeys.bind(again))).toEqual(new Set())
    }
    expect(await trimKeys.execute()).toBe(0)
  })

  test('leaves what is bound, or expires later', async () => {
    const { trimKeys, keep, later, account, neighbour, run, now } = await openWith({ expired: 3 })
    const expiring = await keep(account.id, later)
    const bound = await keep((await neighbour()).id, null)
    expect(await trimKeys.execute()).toBe(0)
    for (const kept of [expiring, bound]) {
      expect(await run(({ recipientKeys }) => recipientKeys.used({ ...kept, now }))).toEqual(new Set([0, 1, 2]))
    }
  })

  test('of nothing is nothing', async () => {
    const { trimKeys } = await openWith({ expired: 0 })
    expect(await trimKeys.execute()).toBe(0)
  })
})
