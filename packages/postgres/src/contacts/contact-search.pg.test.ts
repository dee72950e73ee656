import { describeContactSearch, describeSearchByConsent, NOW } from '@carillon/contracts'
import { searchTextOf, type AccountId, type ContactFilter, type GroupId } from '@carillon/core'
import { keyedSecrets, randomIds, systemChance, systemTimer } from '@carillon/node'
import { expect } from '@jest/globals'
import type { Knex } from 'knex'
import { rowsComparedBy } from '../testing/rows-compared.js'
import { onePostgresTest, openTestDatabase } from '../testing/test-database.js'
import { PostgresContactSearch } from './contact-search.js'

describeContactSearch(() => openTestDatabase())

describeSearchByConsent(async () => {
  const { unitOfWork, rateLimiter, keyring } = await openTestDatabase()
  const clock = { now: () => NOW }
  return {
    unitOfWork,
    rateLimiter,
    keyring,
    clock,
    ids: randomIds(clock),
    chance: systemChance,
    secrets: keyedSecrets('the secret of a service'),
    timer: systemTimer,
    directory: { lookUp: () => Promise.reject(new Error('No carrier is looked up')) },
  }
})

onePostgresTest(
  'a step reads few rows, however many contacts have the text, are in the group or have the consent',
  async () => {
    const { knex, url } = await openTestDatabase()
    await knex.raw(MANY_CONTACTS)
    await knex.raw('vacuum analyze')
    const text = searchTextOf('ann')
    const filters: readonly Partial<ContactFilter>[] = [
      { text, consent: 'opted_out' },
      { text, group: 'grp_1' as GroupId },
      // Nobody has all three, although each alone is frequent.
      { text, group: 'grp_1' as GroupId, consent: 'opted_out' },
      { group: 'grp_1' as GroupId, consent: 'opted_out' },
    ]
    for (const filter of filters) {
      const asked = { text: null, group: null, consent: null, tz: null, field: null, ...filter }
      const rows = await rowsComparedBy(url, (trx) =>
        new PostgresContactSearch(trx as Knex.Transaction).step('acc_1' as AccountId, asked, {
          order: 'newest',
          after: null,
          limit: 50,
        }),
      )
      expect({ filter, rows, isFew: rows <= ROWS_MAX }).toEqual({ filter, rows, isFew: true })
    }
  },
)

const ROWS_MAX = 100_000

/** Half of 60,000 contacts are in the group, and the others have opted out. */
const MANY_CONTACTS = `
  with made as (
    select 'con_' || lpad(i::text, 8, '0') as id, '+1303' || 5000000 + i as phone, i % 2 = 0 as is_in
      from generate_series(1, 60000) as i
  ),
  stored as (
    insert into contact (account_id, id, phone, is_favorite, custom_values, name_folded, created_at, search)
    select 'acc_1', id, phone, false, '{}', '', timestamptz '2026-01-01', 'ann' from made
  ),
  joined as (
    insert into membership (account_id, contact_id, group_id, state, since)
    select 'acc_1', id, 'grp_1', 'active', timestamptz '2026-01-01' from made where is_in
  )
  insert into consent (account_id, phone, active_groups, opted_out_at, contact_id, state)
  select 'acc_1', phone, is_in::integer, case when not is_in then timestamptz '2026-01-01' end, id,
         case when is_in then 'opted_in' else 'opted_out' end
    from made`
