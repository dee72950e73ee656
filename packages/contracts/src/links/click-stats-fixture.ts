import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { clickStoreFixture, LINK } from './click-store-fixture.js'

export const OTHER = 'go.example.com/other'
export const DAY_SECONDS = 86_400
export const ALL = { page: 1, limit: 100 }
export const NO_CLICKS = { people: 0, bots: 0, repeats: 0, recipients: 0, firstAt: null, lastAt: null }

/** A click fixture with shortcuts to read the statistics of a link. */
export async function clickStatsFixture(open: OpenTestAdapters) {
  const fixture = await clickStoreFixture(open)
  const account = fixture.account.id
  return {
    ...fixture,
    totals: async (link = LINK, of = account) =>
      (await fixture.run(({ clicks }) => clicks.totalsOf(of, [link]))).get(link),
    days: (span = { from: '2026-02-01', to: '2026-04-01' }, link = LINK, of = account) =>
      fixture.run(({ clicks }) => clicks.days(of, link, span)),
    recipients: (page = ALL, link = LINK, of = account) =>
      fixture.run(({ clicks }) => clicks.recipientsOf(of, link, page)),
    sentOf: (link = LINK, of = account) => fixture.run(({ clicks }) => clicks.sentOf(of, link)),
    knows: (link = LINK, of = account) => fixture.run(({ clicks }) => clicks.knows(of, link)),
  }
}
