import { aClick, aMessageLink, aTrackingLink, accountFixture, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { ListLinkRecipients, ListLinks, ReadLinkStats } from './read-links.js'

const SALE = 'go.acme.com/sale'
const NEWS = 'go.acme.com/news'
const NONE = { people: 0, bots: 0, repeats: 0, recipients: 0, firstAt: null, lastAt: null }
const ONCE = { people: 1, bots: 0, repeats: 0, recipients: 1, firstAt: NOW, lastAt: NOW }

/** Two links. One of them was sent, and a person followed it. */
async function setUp() {
  const adapters = inMemory({ now: NOW })
  const fixture = await accountFixture(adapters)
  const { account, run } = fixture
  const sent = aMessageLink({ account: account.id, link: SALE })
  await run(async ({ trackingLinks, clicks }) => {
    for (const link of [SALE, NEWS]) await trackingLinks.put(aTrackingLink({ account: account.id, link }))
    await clicks.add(account.id, [sent])
    await clicks.record(aClick({ account: account.id, link: SALE, code: sent.code }))
  })
  const [stats, recipients] = [new ReadLinkStats(adapters), new ListLinkRecipients(adapters)]
  return {
    ...fixture,
    sent,
    remove: (link: string) => run(({ trackingLinks }) => trackingLinks.remove(account.id, link)),
    list: (page = 1, limit = 10, of = account) => new ListLinks(adapters).execute({ account: of, page, limit }),
    stats: (link: string, of = account) => stats.execute({ account: of, link, from: null, to: null }),
    recipients: (link: string, of = account) => recipients.execute({ account: of, link, page: 1, limit: 10 }),
  }
}

const NOT_FOUND = { code: 'tracking-link-not-found' }

describe('the links of an account', () => {
  test('are the registered ones, sorted and in pages, each with its totals', async () => {
    const { list, remove } = await setUp()
    const { target } = aTrackingLink({ account: 'acc_1' })
    const results = [
      { link: NEWS, target, ...NONE },
      { link: SALE, target, ...ONCE },
    ]
    expect(await list()).toEqual({ page: 1, limit: 10, totalCount: 2, results })
    expect(await list(2, 1)).toEqual({ page: 2, limit: 1, totalCount: 2, results: results.slice(1) })
    expect(await list(3, 1)).toMatchObject({ totalCount: 2, results: [] })
    await remove(SALE)
    expect((await list()).results.map(({ link }) => link)).toEqual([NEWS])
  })

  test('do not include those of other accounts', async () => {
    const { list, neighbour } = await setUp()
    expect(await list(1, 10, await neighbour())).toMatchObject({ totalCount: 0, results: [] })
  })
})

describe('the clicks of a link', () => {
  test('include one entry per day, by default for the 30 days that end today', async () => {
    const { stats } = await setUp()
    const { days, ...totals } = await stats(SALE)
    expect(totals).toEqual({ link: SALE, target: aTrackingLink({ account: 'acc_1' }).target, sent: 1, totals: ONCE })
    expect(days).toHaveLength(30)
    expect(days.slice(-2)).toEqual([
      { day: '2026-02-28', people: 0, bots: 0, repeats: 0, recipients: 0 },
      { day: '2026-03-01', people: 1, bots: 0, repeats: 0, recipients: 1 },
    ])
    expect(await stats(NEWS)).toMatchObject({ sent: 0, totals: NONE })
  })

  test('that was removed stay available to the account that had it, but not to its new owner', async () => {
    const { stats, recipients, remove, neighbour, run, sent } = await setUp()
    await remove(SALE)
    expect(await stats(SALE)).toMatchObject({ target: null, sent: 1, totals: ONCE })
    expect((await recipients(SALE)).results).toMatchObject([{ message: sent.message, people: 1 }])
    const other = await neighbour()
    await expect(stats(SALE, other)).rejects.toMatchObject(NOT_FOUND)
    await run(({ trackingLinks }) => trackingLinks.put(aTrackingLink({ account: other.id, link: SALE })))
    expect(await stats(SALE, other)).toMatchObject({ sent: 0, totals: NONE })
    expect(await stats(SALE)).toMatchObject({ target: null, sent: 1 })
  })

  test.each([
    'go.acme.com/none',
    SALE.toUpperCase(),
    'https://go.acme.com/sale',
    '',
    'sale',
    'a\0b',
    '/',
    'x'.repeat(600),
  ])('that the account does not have are not found: %#', async (link) => {
    const { stats, recipients } = await setUp()
    await expect(stats(link)).rejects.toMatchObject(NOT_FOUND)
    await expect(recipients(link)).rejects.toMatchObject(NOT_FOUND)
  })

  test('that was removed and never sent are not found', async () => {
    const { stats, remove } = await setUp()
    await remove(NEWS)
    await expect(stats(NEWS)).rejects.toMatchObject(NOT_FOUND)
  })

  test('of another account are not found', async () => {
    const { stats, recipients, neighbour } = await setUp()
    const other = await neighbour()
    await expect(stats(SALE, other)).rejects.toMatchObject(NOT_FOUND)
    await expect(recipients(SALE, other)).rejects.toMatchObject(NOT_FOUND)
  })
})
