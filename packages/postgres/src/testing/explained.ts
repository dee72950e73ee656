import type { Knex } from 'knex'
import { connect } from '../connection/connect.js'
import type { NamedStatement } from '../connection/pipelines.js'

/** The report of Postgres on an executed step of a plan. Its numbers of rows are averages over its loops. */
export type Plan = {
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly 'Index Name'?: string
  readonly Plans?: readonly Plan[]
}

/** Runs `work` and returns the plan of each of its statements. Their changes are undone. */
export async function explainedBy(url: string, work: (knex: Knex) => Promise<unknown>): Promise<readonly Plan[]> {
  const knex = await connect(url, { poolMax: 1 })
  const trx = await knex.transaction()
  const plans: Plan[] = []
  const run = async (sql: string, bound: (sql: string) => Knex.Raw<ExplainResult>) => {
    if (!SETTING.test(sql)) plans.push(await planOf(trx, () => bound(`${EXPLAIN} ${sql}`)))
    return bound(sql)
  }
  const named = ({ text, values }: Pick<NamedStatement, 'text' | 'values'>) =>
    run(text, (own) => trx.raw(own).options({ values }))
  const raw = (sql: string, bindings?: Knex.ValueDict) =>
    bindings === undefined
      ? { options: ({ values }: NamedStatement) => named({ text: sql, values }) }
      : run(sql, (text) => trx.raw(text, bindings))
  const rowsOf = async (statement: NamedStatement) => (await named(statement)).rows
  try {
    await work({ raw, pipelines: { rowsOf } } as unknown as Knex)
    return plans
  } finally {
    await trx.rollback()
    await knex.destroy()
  }
}

/** Statements that change settings have no plan. */
const SETTING = /^\s*set\s/

const EXPLAIN = 'explain (analyze, buffers, timing off, format json)'

type ExplainResult = { readonly rows: readonly object[] }

type Explained = { readonly 'QUERY PLAN': readonly { readonly Plan: Plan }[] }

/** Explaining a statement runs it, so its changes are undone before it is run a second time. */
async function planOf(trx: Knex.Transaction, explain: () => Knex.Raw<ExplainResult>): Promise<Plan> {
  await trx.raw('savepoint explained')
  const { rows } = await explain()
  await trx.raw('rollback to savepoint explained')
  return (rows as readonly Explained[])[0]!['QUERY PLAN'][0]!.Plan
}
