import type { Knex } from 'knex'
import { explainedBy, type Plan } from './explained.js'

/** Runs `work` and returns how many database pages its statements read in total. Their changes are undone. */
export async function pagesReadBy(url: string, work: (knex: Knex) => Promise<unknown>): Promise<number> {
  const plans = await explainedBy(url, work)
  return plans.reduce((pages, plan) => pages + pagesOf(plan), 0)
}

function pagesOf(plan: Plan): number {
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}
