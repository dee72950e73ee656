import { describeMembershipStore } from '@carillon/contracts'
import type { AccountId, ContactId, GroupId } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { fillAccount } from '../testing/fill-account.js'
import { pagesReadBy } from '../testing/pages-read.js'
import { openTestDatabase } from '../testing/test-database.js'
import { PostgresMembershipStore } from './membership-store.js'

describeMembershipStore(() => openTestDatabase())

test('a step of the members reads its own members only, in a small group or a large one', async () => {
  const { knex, url } = await openTestDatabase()
  await fillAccount(knex, 'acc_1', 20_000)
  await knex.raw('vacuum analyze')
  for (const [group, after] of [
    ['grp_few', null],
    ['grp_many', null],
    ['grp_many', `con_acc_1${'10000'.padStart(18, '0')}`],
  ]) {
    const query = { group: group as GroupId, state: null, after: after as ContactId | null, limit: 20 }
    const pages = await pagesReadBy(url, (trx) => new PostgresMembershipStore(trx).members('acc_1' as AccountId, query))
    expect(pages).toBeLessThan(200)
  }
})
