import { describeFormEntryStore } from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import type { AccountId, CodesBy, PhoneNumber } from '@carillon/core'
import { pagesReadBy } from '../testing/pages-read.js'
import { openTestDatabase } from '../testing/test-database.js'
import { PostgresFormEntryStore } from './form-entry-store.js'

describeFormEntryStore(() => openTestDatabase())

test('counting the codes of a number or an account does not read entries whose code was not sent', async () => {
  const { knex, url } = await openTestDatabase()
  await knex.raw(ENTRIES)
  await knex.raw('vacuum analyze form_entry')
  const pages = (by: CodesBy) =>
    pagesReadBy(url, (own) => new PostgresFormEntryStore(own).codesSince('acc_1' as AccountId, by, new Date(0)))
  expect(await pages({ phone: '+12025550100' as PhoneNumber })).toBeLessThan(20)
  expect(await pages('account')).toBeLessThan(20)
})

/** 20,000 entries of one number, each from a different network. Codes were texted for ten of them. */
const ENTRIES = `
  insert into form_entry (
    account_id, id, group_id, phone, version, address, network, created_at, code_at, codes, texts, attempts
  )
  select 'acc_1', 'ent_' || lpad(i::text, 26, '0'), 'grp_1', '+12025550100', 1, i::text, i::text, '2026-03-01', '2026-03-01', 1,
         (i % 2000 = 0)::integer, 0
    from generate_series(1, 20000) as i`
