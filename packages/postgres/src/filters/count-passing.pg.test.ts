import type { AccountId, ContactTest, PhoneNumber } from '@carillon/core'
import { expect } from '@jest/globals'
import type { Knex } from 'knex'
import { PostgresContactStore } from '../contacts/contact-store.js'
import { explainedBy, type Plan } from '../testing/explained.js'
import { fillAccount } from '../testing/fill-account.js'
import { onePostgresTest, openTestDatabase } from '../testing/test-database.js'
import { countPassing } from './count-passing.js'

const ACCOUNT = 'acc_1' as AccountId
const CONTACTS = 2_000
const NO_FAVORITES: ContactTest = { kind: 'flag', field: 'isFavorite', value: false }
const OF_ACCOUNT = 'contact_of_account'

async function openAccounts() {
  const { knex, url } = await openTestDatabase()
  for (const account of ['acc_0', ACCOUNT, 'acc_2']) await fillAccount(knex, account, CONTACTS)
  await knex.raw('vacuum analyze')
  return {
    knex,
    indexesOf: async (work: (knex: Knex) => Promise<unknown>) => (await explainedBy(url, work)).flatMap(indexesIn),
  }
}

function indexesIn(plan: Plan): readonly string[] {
  return [...(plan['Index Name'] === undefined ? [] : [plan['Index Name']]), ...(plan.Plans ?? []).flatMap(indexesIn)]
}

onePostgresTest('a filter that needs all contacts reads them by the small index of the account', async () => {
  const { knex, indexesOf } = await openAccounts()
  const counting = { account: ACCOUNT, test: NO_FAVORITES, allowed: null }
  expect(await countPassing(knex, counting)).toMatchObject({ contacts: CONTACTS })
  expect(await indexesOf((own) => countPassing(own, counting))).toContain(OF_ACCOUNT)
})

onePostgresTest(
  'no statement that follows the choice of a plan is compiled, which takes longer than a look-up',
  async () => {
    const { knex } = await openTestDatabase()
    await knex.transaction(async (trx) => {
      // As by default: only the embedded Postgres compiles nothing.
      await trx.raw('set local jit = on')
      await countPassing(trx, { account: ACCOUNT, test: NO_FAVORITES, allowed: null })
      expect((await trx.raw("select current_setting('jit') as jit")).rows).toEqual([{ jit: 'off' }])
    })
  },
)

onePostgresTest('single contacts are not looked up by the small index of the account', async () => {
  const { indexesOf } = await openAccounts()
  const indexes = await indexesOf((own) => new PostgresContactStore(own).find(ACCOUNT, '+13035000007' as PhoneNumber))
  expect(indexes).toEqual(['contact_account_id_phone_key'])
})
