import type { OpenTestAdapters } from '../fixtures/house.js'
import { clickHouseOf, LINK } from './click-house.js'

export const OTHER = 'go.example.com/other'
export const DAY_SECONDS = 86_400
export const ALL = { page: 1, limit: 100 }
export const NOBODY = { people: 0, bots: 0, recipients: 0, firstAt: null, lastAt: null }

/** A click house with short ways to ask of many URLs together. */
export async function clickStatsHouseOf(open: OpenTestAdapters) {
  const house = await clickHouseOf(open)
  const account = house.account.id
  return {
    ...house,
    totals: async (link = LINK, of = account) =>
      (await house.run(({ clicks }) => clicks.totalsOf(of, [link]))).get(link),
    days: (span = { from: '2026-02-01', to: '2026-04-01' }, link = LINK, of = account) =>
      house.run(({ clicks }) => clicks.days(of, link, span)),
    recipients: (page = ALL, link = LINK, of = account) =>
      house.run(({ clicks }) => clicks.recipientsOf(of, link, page)),
    sentOf: (link = LINK, of = account) => house.run(({ clicks }) => clicks.sentOf(of, link)),
    knows: (link = LINK, of = account) => house.run(({ clicks }) => clicks.knows(of, link)),
  }
}
