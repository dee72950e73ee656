import { describeCreditStore, NOW } from '@carillon/contracts'
import type { AccountId, LedgerQuery } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { pagesReadBy } from '../testing/pages-read.js'
import { openTestDatabase } from '../testing/test-database.js'
import { PostgresCreditStore } from './credit-store.js'

describeCreditStore(() => openTestDatabase())

/** 100,000 messages, 50 broadcasts with 1,000 entries each, and 10 grants. */
const LEDGER = `
  with made as (
    select 'msg' as prefix, lpad((i * 10)::text, 26, '0') as body, '_reserved_sms' as suffix
      from generate_series(1, 100000) as i
    union all
    select 'brc', lpad((i * 20000 + 1)::text, 26, '0'), '_' || part || '_captured_sms'
      from generate_series(1, 50) as i, generate_series(1, 1000) as part
    union all
    select 'grant', lpad((i * 100000 + 2)::text, 26, '0'), '' from generate_series(1, 10) as i
  )
  insert into ledger_entry (account_id, id, at, unit, from_place, to_place, amount, reference)
  select 'acc_1', 'led_' || body || suffix, :at, 'sms', 'available', 'reserved', 1,
         case when prefix = 'grant' then prefix else prefix || '_' || body end
    from made`

test('a step of the ledger reads its own causes only, wherever it is', async () => {
  const { knex, url } = await openTestDatabase()
  await knex.raw(LEDGER, { at: NOW })
  await knex.raw('vacuum analyze')
  const all: LedgerQuery = { cause: null, after: null, limit: 20 }
  const middle = { after: `msg_${'500000'.padStart(26, '0')}` }
  for (const query of [all, { ...all, ...middle }, { ...all, cause: 'grant', ...middle }] as const) {
    const pages = await pagesReadBy(url, (trx) => new PostgresCreditStore(trx).lines('acc_1' as AccountId, query))
    expect(pages).toBeLessThan(400)
  }
})
