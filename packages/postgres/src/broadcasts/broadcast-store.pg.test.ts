import { describeBroadcastStore, NOW } from '@carillon/contracts'
import type { AccountId, BroadcastId } from '@carillon/core'
import { expect } from '@jest/globals'
import { pagesReadBy } from '../testing/pages-read.js'
import { onePostgresTest, openTestDatabase } from '../testing/test-database.js'
import { PostgresBroadcastStore } from './broadcast-store.js'

describeBroadcastStore(() => openTestDatabase())

/** 20,000 broadcasts, of which one in a thousand is sending. */
const BROADCASTS = `
  insert into broadcast (
    account_id, id, from_number, body, status, total, released, sent, failed, canceled, delivered, created_at
  )
  select 'acc_1', 'brc_' || lpad(i::text, 26, '0'), '1', repeat('x', 300),
         case when i % 1000 = 0 then 'sending' else 'completed' end, 10, 10, 0, 0, 0, 0,
         :at::timestamptz + make_interval(secs => i)
    from generate_series(1, 20000) as i`

onePostgresTest('a step of the list reads its own broadcasts only, whatever the status is', async () => {
  const { knex, url } = await openTestDatabase()
  await knex.raw(BROADCASTS, { at: NOW })
  await knex.raw('vacuum analyze')
  const middle = { createdAt: new Date(NOW.getTime() + 10_000_000), id: 'brc_' as BroadcastId }
  for (const status of [null, 'sending', 'failed', 'paused'] as const) {
    for (const after of [null, middle]) {
      const query = { status, after, limit: 20 }
      const pages = await pagesReadBy(url, (trx) => new PostgresBroadcastStore(trx).list('acc_1' as AccountId, query))
      expect(pages).toBeLessThan(60)
    }
  }
})
