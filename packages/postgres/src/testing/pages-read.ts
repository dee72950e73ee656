import type { Knex } from 'knex'
import { connect } from '../connect.js'
import type { NamedStatement } from '../pipelines.js'

/** How many pages of the database the statements of `work` look at, altogether. What they change is undone. */
export async function pagesReadBy(url: string, work: (knex: Knex) => Promise<unknown>): Promise<number> {
  const knex = await connect(url, { poolMax: 1 })
  const trx = await knex.transaction()
  let pages = 0
  const run = async (sql: string, bound: (sql: string) => Knex.Raw<Answer>) => {
    if (!SETTING.test(sql)) pages += await pagesOf(trx, () => bound(`${EXPLAIN} ${sql}`))
    return bound(sql)
  }
  const raw = (sql: string, bindings: Knex.ValueDict) => run(sql, (text) => trx.raw(text, bindings))
  const rowsOf = async ({ text, values }: NamedStatement) =>
    (await run(text, (own) => trx.raw(own).options({ values }))).rows
  try {
    await work({ raw, pipelines: { rowsOf } } as unknown as Knex)
    return pages
  } finally {
    await trx.rollback()
    await knex.destroy()
  }
}

/** There is no plan of it. */
const SETTING = /^\s*set\s/

const EXPLAIN = 'explain (analyze, buffers, format json)'

type Answer = { readonly rows: readonly object[] }

type Explained = {
  'QUERY PLAN': readonly { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[]
}

/** Explained, a statement is run: what it has done is undone, so that it can be run once more. */
async function pagesOf(trx: Knex.Transaction, explain: () => Knex.Raw<Answer>): Promise<number> {
  await trx.raw('savepoint explained')
  const { rows } = await explain()
  await trx.raw('rollback to savepoint explained')
  const { Plan: plan } = (rows as readonly Explained[])[0]!['QUERY PLAN'][0]!
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}
