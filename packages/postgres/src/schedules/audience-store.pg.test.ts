import { describeAudienceStore, NOW } from '@carillon/contracts'
import {
  parseTimeZone,
  type AccountId,
  type ResolvedAudience,
  type AudienceStore,
  type BroadcastId,
  type GroupId,
} from '@carillon/core'
import { expect } from '@jest/globals'
import { pagesReadBy } from '../testing/pages-read.js'
import { onePostgresTest, openTestDatabase } from '../testing/test-database.js'
import { PostgresAudienceStore } from './audience-store.js'

describeAudienceStore(() => openTestDatabase())

const ACCOUNT = 'acc_1' as AccountId
const LIST: ResolvedAudience = { kind: 'list', list: 'lst_few' }
const [UTC, BROADCAST] = [parseTimeZone('UTC'), 'brc_1' as BroadcastId]

/** A group and a list of ten contacts each, among 50,000 contacts that are all in another group. */
async function openCrowd() {
  const { knex, url } = await openTestDatabase()
  await knex.raw(FILL, { at: NOW })
  await knex.raw('vacuum analyze')
  return (work: (store: PostgresAudienceStore) => Promise<unknown>) =>
    pagesReadBy(url, (own) => work(new PostgresAudienceStore(own)))
}

const FILL = `
  with made as (
    select i, 'con_' || lpad(i::text, 8, '0') as id, '+1303' || 5000000 + i as phone from generate_series(1, 50000) as i
  ),
  stored as (
    insert into contact (account_id, id, phone, is_favorite, custom_values, name_folded, created_at)
    select 'acc_1', id, phone, false, '{}', '', :at from made
  ),
  joined as (
    insert into membership (account_id, contact_id, group_id, state, since)
    select 'acc_1', id, 'grp_all', 'active', :at::timestamptz from made
    union all
    select 'acc_1', id, 'grp_few', 'active', :at::timestamptz from made where i % 5000 = 0
  ),
  listed as (
    insert into contact_list_member (account_id, list_id, contact_id)
    select 'acc_1', 'lst_few', id from made where i % 5000 = 0
    union all
    select 'acc_1', 'lst_all', id from made
  )
  insert into consent (account_id, phone, active_groups) select 'acc_1', phone, 1 from made`

onePostgresTest.each<[string, ResolvedAudience]>([
  ['group', { kind: 'groups', groups: ['grp_few' as GroupId] }],
  ['list', LIST],
  [
    'filter that names a group',
    { kind: 'filter', test: { kind: 'member', groups: ['grp_few' as GroupId], joined: [] } },
  ],
])('a %s of ten is read without reading the contacts outside it', async (_, audience) => {
  const pagesRead = await openCrowd()
  const broadcasts = new Map([[UTC, BROADCAST]])
  const fixed = { account: ACCOUNT, audience, allowed: null, byZone: false, zone: UTC, broadcasts }
  expect(await pagesRead((store) => store.fix(fixed))).toBeLessThan(200)
  expect(await pagesRead((store) => store.survey(ACCOUNT, audience, null))).toBeLessThan(200)
  expect(await pagesRead((store) => store.first(ACCOUNT, audience, { allowed: null, limit: 100_000 }))).toBeLessThan(
    200,
  )
})

onePostgresTest.each<[string, (store: AudienceStore) => Promise<unknown>]>([
  [
    'fix',
    (store) =>
      store.fix({ account: ACCOUNT, audience: LIST, allowed: null, byZone: false, zone: UTC, broadcasts: new Map() }),
  ],
  ['survey', (store) => store.survey(ACCOUNT, LIST, null)],
  ['first', (store) => store.first(ACCOUNT, LIST, { allowed: null, limit: 100_000 })],
])('%s has a longer statement timeout, but only in its unit of work', async (_, read) => {
  const { knex } = await openTestDatabase()
  const allowed = await knex.transaction(async (trx) => {
    await read(new PostgresAudienceStore(trx))
    return (await trx.raw(ALLOWED)).rows
  })
  expect(allowed).toEqual([{ statement_timeout: '10min' }])
  expect((await knex.raw(ALLOWED)).rows).toEqual([{ statement_timeout: '30s' }])
})

const ALLOWED = 'show statement_timeout'
