import type { Knex } from 'knex'
import { explainedBy, type Plan } from './explained.js'

/** How many pages of the database the statements of `work` look at, altogether. What they change is undone. */
export async function pagesReadBy(url: string, work: (knex: Knex) => Promise<unknown>): Promise<number> {
  const plans = await explainedBy(url, work)
  return plans.reduce((pages, plan) => pages + pagesOf(plan), 0)
}

function pagesOf(plan: Plan): number {
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}
