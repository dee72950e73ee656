import type { Knex } from 'knex'
import type { Migration } from './migration.js'
import { contactsAndConsent } from './migrations/0001-contacts-and-consent.js'
import { messages } from './migrations/0002-messages.js'
import { clicks } from './migrations/0003-clicks.js'
import { broadcasts } from './migrations/0004-broadcasts.js'
import { serviceSecret } from './migrations/0005-service-secret.js'
import { contactLists } from './migrations/0006-contact-lists.js'
import { schedules } from './migrations/0007-schedules.js'
import { webhooks } from './migrations/0008-webhooks.js'
import { consentInPublic } from './migrations/0009-consent-in-public.js'
import { rowsOf } from './sql.js'

const MIGRATIONS: readonly Migration[] = [
  contactsAndConsent,
  messages,
  clicks,
  broadcasts,
  serviceSecret,
  contactLists,
  schedules,
  webhooks,
  consentInPublic,
]

/**
 * Brings the schema up to date and answers what it has done. All of it happens or nothing, and once, however many
 * processes start together: those that come later wait, and find it done.
 */
export async function migrate(knex: Knex, migrations = MIGRATIONS): Promise<readonly string[]> {
  await createMigrationTable(knex)
  return knex.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 0')
    await trx.raw('lock table carillon_migration in access exclusive mode')
    const pending = missing(await appliedTo(trx), migrations)
    for (const { id, sql } of pending) {
      await trx.raw(sql)
      await trx.raw(NOTE, { id, at: new Date() })
    }
    return pending.map(({ id }) => id)
  })
}

/** No further than these, for a backup that was made with them. */
export function migrateTo(knex: Knex, ids: readonly string[]): Promise<readonly string[]> {
  return migrate(
    knex,
    MIGRATIONS.filter(({ id }) => ids.includes(id)),
  )
}

/** Those that only a newer version can have applied. */
export function unknownMigrations(ids: readonly string[]): readonly string[] {
  return ids.filter((id) => !MIGRATIONS.some((migration) => migration.id === id))
}

/** What `migrate` would do. Fails with one line when the schema is newer than this code. */
export async function pendingMigrations(knex: Knex, migrations = MIGRATIONS): Promise<readonly string[]> {
  const [table] = await rowsOf<{ exists: boolean }>(knex, TABLE_EXISTS, {})
  const applied = table!.exists ? await appliedTo(knex) : []
  return missing(applied, migrations).map(({ id }) => id)
}

async function appliedTo(knex: Knex): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(knex, APPLIED, {})
  return rows.map(({ id }) => id)
}

function missing(applied: readonly string[], migrations: readonly Migration[]): readonly Migration[] {
  const unknown = applied.find((id) => !migrations.some((migration) => migration.id === id))
  if (unknown !== undefined) {
    throw new Error(`The database has the migration ${unknown}, which this version does not know: use a newer version`)
  }
  return migrations.filter(({ id }) => !applied.includes(id))
}

/** Two that create one table at the same moment: "if not exists" does not keep the second from failing. */
async function createMigrationTable(knex: Knex) {
  try {
    await knex.raw(CREATE_TABLE)
  } catch (error) {
    if (!CREATED_MEANWHILE.includes((error as { code?: string }).code!)) throw error
  }
}

const CREATED_MEANWHILE = ['23505', '42P07', '42710']

const CREATE_TABLE = `
  create table if not exists carillon_migration (
    id text collate "C" primary key,
    applied_at timestamptz not null
  )`
const TABLE_EXISTS = `select to_regclass('carillon_migration') is not null as exists`
const APPLIED = 'select id from carillon_migration order by id'
const NOTE = 'insert into carillon_migration (id, applied_at) values (:id, :at)'
