import type { Knex } from 'knex'
import { explainedBy, type Plan } from './explained.js'

/**
 * The total number of rows over all steps of the statements of `work`, including rows that a step filters
 * out: comparing each of 1,000 rows with 1,000 rows counts as a million.
 */
export async function rowsComparedBy(url: string, work: (knex: Knex) => Promise<unknown>): Promise<number> {
  const plans = await explainedBy(url, work)
  return plans.reduce((rows, plan) => rows + rowsOf(plan), 0)
}

function rowsOf(plan: Plan): number {
  const left = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Join Filter'] ?? 0)
  const own = (plan['Actual Rows'] + left) * plan['Actual Loops']
  return (plan.Plans ?? []).reduce((rows, step) => rows + rowsOf(step), own)
}
