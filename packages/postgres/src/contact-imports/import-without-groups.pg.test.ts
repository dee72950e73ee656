import { ANN, broadcastingFixture, NOW } from '@carillon/contracts'
import { StartImport, UploadImport, type ContactTest, type ImportRow, type UserId } from '@carillon/core'
import { keyedSecrets, randomIds, systemChance, systemTimer } from '@carillon/node'
import { expect } from '@jest/globals'
import { countPassing } from '../filters/count-passing.js'
import { consentsOfImportedContacts } from '../schema/migrations/0038-consents-of-imported-contacts.js'
import { onePostgresTest, openTestDatabase } from '../testing/test-database.js'

const clock = { now: () => NOW }
const secrets = keyedSecrets('the secret of a service')
const FORMAT = { name: 'crm.csv', delimiter: ',', encoding: 'utf-8', hasMark: false }
const PLAN = { groups: [], onExisting: 'update', hasConsent: false, isOperator: false } as const
const NO_FAVORITES: ContactTest = { kind: 'flag', field: 'isFavorite', value: false }

async function* fileOf(phone: string): AsyncGenerator<readonly ImportRow[]> {
  yield [
    { line: 1, cells: ['Phone'] },
    { line: 2, cells: [phone] },
  ]
}

onePostgresTest('contacts that join no group when they are imported are not counted as messageable', async () => {
  const { unitOfWork, knex } = await openTestDatabase({ clock })
  const adapters = { unitOfWork, clock, ids: randomIds(clock), secrets, chance: systemChance, timer: systemTimer }
  const { account, contact, phones, work } = await broadcastingFixture(adapters, { members: 30 })
  for (const phone of phones) await contact({ phone })
  const upload = { account, user: 'usr_1' as UserId, format: FORMAT, steps: fileOf(ANN), bytes: () => 99 }
  const { id } = await new UploadImport(adapters).execute(upload)
  await new StartImport(adapters).execute({ account, id, ...PLAN })
  await work()
  const counted = await countPassing(knex, { account: account.id, test: NO_FAVORITES, allowed: null })
  expect(counted).toEqual({ contacts: 31, messageable: 30 })
})

onePostgresTest('the migration adds missing consents, and links those without a contact', async () => {
  const { knex } = await openTestDatabase()
  await knex.raw(CONTACTS)
  await knex.raw(consentsOfImportedContacts.sql)
  const { rows } = await knex.raw(CONSENTS, ['acc_1'])
  expect(rows).toEqual([
    { phone: '+12025550101', contact_id: 'con_1', state: 'none', active_groups: 0 },
    { phone: '+12025550102', contact_id: 'con_2', state: 'opted_out', active_groups: 0 },
    { phone: '+12025550103', contact_id: 'con_3', state: 'opted_in', active_groups: 1 },
  ])
})

const CONTACTS = `
  with stored as (
    insert into contact (account_id, id, phone, is_favorite, custom_values, name_folded, created_at)
    select 'acc_1', 'con_' || i, '+1202555010' || i, false, '{}', '', timestamptz '2026-01-01'
      from generate_series(1, 3) as i
  )
  insert into consent (account_id, phone, active_groups, opted_out_at, contact_id, state) values
    ('acc_1', '+12025550102', 0, timestamptz '2026-01-01', null, 'opted_out'),
    ('acc_1', '+12025550103', 1, null, 'con_3', 'opted_in')`

const CONSENTS = 'select phone, contact_id, state, active_groups from consent where account_id = ? order by phone'
