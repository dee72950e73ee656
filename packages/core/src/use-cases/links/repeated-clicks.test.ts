import { FOLLOWED, followingFixture, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { COUNTED_CLICKS_MAX, REPEAT_WINDOW_MS } from '../../model/links/repeated-click.js'
import { TrimExpired } from '../retention/trim-expired.js'

const ADDRESS = '203.0.113.7'

async function open() {
  const adapters = inMemory({ now: NOW })
  const fixture = await followingFixture(adapters)
  const { run, account, follow } = fixture
  return {
    ...fixture,
    ...adapters,
    /** Follows the link once from each address, all at the same time. */
    followFrom: async (...addresses: readonly (string | null)[]) => {
      for (const address of addresses) expect(await follow({ address })).toBe(FOLLOWED.target)
    },
    totals: async () => (await run(({ clicks }) => clicks.totalsOf(account.id, [FOLLOWED.link]))).get(FOLLOWED.link),
  }
}

describe('the clicks of people from one network', () => {
  test('are all redirected; of 1,500 in a minute, 20 count, and the others are repeats', async () => {
    const { followFrom, clicksOf, clock, totals } = await open()
    for (let n = 0; n < 1_500; n++) {
      await followFrom(ADDRESS)
      clock.advance(40)
    }
    expect(await clicksOf()).toMatchObject({ people: COUNTED_CLICKS_MAX, repeats: 1_480 })
    expect(await totals()).toMatchObject({ people: COUNTED_CLICKS_MAX, repeats: 1_480, recipients: 1 })
  })

  test.each([
    ['the same IPv4 address', ADDRESS, `::ffff:${ADDRESS}`],
    ['the first 64 bits of an IPv6 address', '2001:db8:1:2::1', '2001:DB8:1:2:ffff::2'],
    ['an address that cannot be read', '', ''],
  ])('are those with %s', async (_, one, other) => {
    const { followFrom, clicksOf } = await open()
    await followFrom(one, other)
    expect(await clicksOf()).toMatchObject({ people: 1, repeats: 1 })
  })

  test.each([
    ['another IPv4 address', ADDRESS, '203.0.113.8'],
    ['other first 64 bits of an IPv6 address', '2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['an unknown address', ADDRESS, null],
  ])('are not those with %s', async (_, one, other) => {
    const { followFrom, clicksOf } = await open()
    await followFrom(one, other)
    expect(await clicksOf()).toMatchObject({ people: 2, repeats: 0 })
  })

  test('cannot evade the limit with codes that were never sent', async () => {
    const { follow, totals } = await open()
    for (const path of ['/sale', '/sale/AAAAAAAAAA', '/sale/BBBBBBBBBB', '/sale.'])
      await follow({ address: ADDRESS, path })
    expect(await totals()).toMatchObject({ people: 1, repeats: 3 })
  })

  test('are not limited if the address is unknown, because they may be of many people', async () => {
    const { follow, followFrom, clicksOf } = await open()
    for (let n = 0; n < 30; n++) await followFrom(null)
    await follow()
    expect(await clicksOf()).toMatchObject({ people: 31, repeats: 0 })
  })
})

test('the network of a visitor is forgotten an hour after its last counted click', async () => {
  const adapters = await open()
  const { followFrom, clock } = adapters
  const trim = () => new TrimExpired(adapters).execute()
  await followFrom(ADDRESS)
  clock.advance(60_000)
  await followFrom(ADDRESS)
  clock.advance(REPEAT_WINDOW_MS - 1)
  expect(await trim()).toBe(0)
  clock.advance(1)
  expect(await trim()).toBe(1)
  expect(await trim()).toBe(0)
})
