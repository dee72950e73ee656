import type { Knex } from 'knex'
import { clusterOf } from './distribution/cluster.js'
import { distribute } from './distribution/distribute.js'
import { isOutage } from '../connection/is-outage.js'
import { isolatedKnex, requireKnex } from '../connection/isolated-knex.js'
import { prefixOf, quotedSchema, type InSchema } from '../connection/schema-name.js'
import { DUPLICATE_TABLE, serverMessageOf, sqlStateOf, UNIQUE_VIOLATION } from '../sql/sql-state.js'
import { rowsOf } from '../sql/sql.js'
import { contactsAndConsent } from './migrations/0001-contacts-and-consent.js'
import { messages } from './migrations/0002-messages.js'
import { clicks } from './migrations/0003-clicks.js'
import { broadcasts } from './migrations/0004-broadcasts.js'
import { serviceSecret } from './migrations/0005-service-secret.js'
import { contactLists } from './migrations/0006-contact-lists.js'
import { schedules } from './migrations/0007-schedules.js'
import { webhooks } from './migrations/0008-webhooks.js'
import { consentInPublic } from './migrations/0009-consent-in-public.js'
import { eventsOfErasures } from './migrations/0010-events-of-erasures.js'
import { repeatedClicks } from './migrations/0011-repeated-clicks.js'
import { destinations } from './migrations/0012-destinations.js'
import { limits } from './migrations/0013-limits.js'
import { possibleOptOuts } from './migrations/0014-possible-opt-outs.js'
import { carriers } from './migrations/0015-carriers.js'
import { landlines } from './migrations/0016-landlines.js'
import { smscLinks } from './migrations/0017-smsc-links.js'
import { testTexts } from './migrations/0018-test-texts.js'
import { receiptCarriers } from './migrations/0019-receipt-carriers.js'
import { users } from './migrations/0020-users.js'
import { lists } from './migrations/0021-lists.js'
import { statistics } from './migrations/0022-statistics.js'
import { conversations } from './migrations/0023-conversations.js'
import { contactSearch } from './migrations/0024-contact-search.js'
import { importsAndDrafts } from './migrations/0025-imports-and-drafts.js'
import { service } from './migrations/0026-service.js'
import { drafts } from './migrations/0027-drafts.js'
import { notes } from './migrations/0028-notes.js'
import { smartEncoding } from './migrations/0029-smart-encoding.js'
import { segments } from './migrations/0030-segments.js'
import { templates } from './migrations/0031-templates.js'
import { sendingWindows } from './migrations/0032-sending-windows.js'
import { frequencyCaps } from './migrations/0033-frequency-caps.js'
import { pauses } from './migrations/0034-pauses.js'
import { pools } from './migrations/0035-pools.js'
import { rateCounts } from './migrations/0036-rate-counts.js'
import { contactsOfAccount } from './migrations/0037-contacts-of-account.js'
import { consentsOfImportedContacts } from './migrations/0038-consents-of-imported-contacts.js'
import type { Migration } from './migrations/migration.js'
import { versionFault } from './server-version.js'

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
  eventsOfErasures,
  repeatedClicks,
  destinations,
  limits,
  possibleOptOuts,
  carriers,
  landlines,
  smscLinks,
  testTexts,
  receiptCarriers,
  users,
  lists,
  statistics,
  conversations,
  contactSearch,
  importsAndDrafts,
  service,
  drafts,
  notes,
  smartEncoding,
  segments,
  templates,
  sendingWindows,
  frequencyCaps,
  pauses,
  pools,
  rateCounts,
  contactsOfAccount,
  consentsOfImportedContacts,
]

/**
 * Brings the tables up to date and returns the migrations that it applied. Either all pending migrations are applied or
 * none, and each only once, however many processes start together: the later processes wait, and find them applied.
 * Creates the schema if it is missing. Without a schema, `knex` may also be a transaction.
 */
export async function migrate(
  host: Knex,
  { schema }: InSchema = {},
  migrations = MIGRATIONS,
): Promise<readonly string[]> {
  requireKnex(host, 'migrate')
  const knex = knexForMigrations(host, schema)
  const tooOld = await versionFault(knex)
  if (tooOld !== null) throw new Error(tooOld)
  const cluster = await clusterOf(knex, { schema })
  if (cluster?.role === 'worker') return requireMigrated(host, { schema }, migrations)
  if (schema !== undefined) await createSchema(knex, schema)
  await unlessCreatedMeanwhile(knex.raw(createTableIn(prefixOf(schema))))
  const applied = await knex.transaction(async (trx) => {
    await trx.raw(cluster === null ? 'set local statement_timeout = 0' : SETTINGS_ON_CITUS)
    await trx.raw('lock table carillon_migration in access exclusive mode')
    const pending = missing(await appliedTo(trx), migrations)
    for (const migration of pending) await apply(trx, migration)
    return pending.map(({ id }) => id)
  })
  if (cluster?.isDistributed) await distribute(host, { schema })
  return applied
}

/** Citus changes tables on its coordinator only. */
async function requireMigrated(host: Knex, inSchema: InSchema, migrations: readonly Migration[]) {
  const pending = await pendingMigrations(host, inSchema, migrations)
  if (pending.length === 0) return []
  throw new Error(
    `The database lacks the migration ${pending.join(', ')}, and this is a worker node of its Citus cluster: run carillon migrate with the URL of the coordinator`,
  )
}

/** Statements that change several shards run one after the other, as foreign keys to replicated tables require. */
const SETTINGS_ON_CITUS = `
  set local statement_timeout = 0;
  set local citus.multi_shard_modify_mode = 'sequential'`

/** Applies only the migrations with these ids, for a backup that was made with them. */
export function migrateTo(knex: Knex, ids: readonly string[]): Promise<readonly string[]> {
  return migrate(
    knex,
    {},
    MIGRATIONS.filter(({ id }) => ids.includes(id)),
  )
}

/** The ids that only a newer version can have applied. */
export function unknownMigrations(ids: readonly string[]): readonly string[] {
  return ids.filter((id) => !MIGRATIONS.some((migration) => migration.id === id))
}

/** The migrations of this version that are not among those that were applied. */
export function migrationsWithout(applied: readonly string[]): readonly string[] {
  return MIGRATIONS.map(({ id }) => id).filter((id) => !applied.includes(id))
}

/** The migrations that `migrate` would apply. Fails with a one-line error if the schema is newer than this code. */
export async function pendingMigrations(
  host: Knex,
  { schema }: InSchema = {},
  migrations = MIGRATIONS,
): Promise<readonly string[]> {
  const knex = knexForMigrations(host, schema)
  const table = `${prefixOf(schema)}carillon_migration`
  const [found] = await rowsOf<{ exists: boolean }>(knex, TABLE_EXISTS, { table })
  const applied = found!.exists ? await appliedTo(knex, prefixOf(schema)) : []
  return missing(applied, migrations).map(({ id }) => id)
}

/** Uses a transaction directly, because no isolated knex can be made from it; a schema requires an isolated knex. */
function knexForMigrations(host: Knex, schema: string | undefined): Knex {
  return host.isTransaction && schema === undefined ? host : isolatedKnex(host, { schema })
}

async function apply(trx: Knex, { id, sql }: Migration) {
  try {
    await trx.raw(sql)
  } catch (error) {
    if (isOutage(error)) throw error
    const [code, reason] = [sqlStateOf(error), serverMessageOf(error)]
    const message =
      code === DUPLICATE_TABLE
        ? `${reason}, and does not belong to Carillon: put the tables of Carillon in a separate schema`
        : `The migration ${id} fails: ${reason}`
    throw Object.assign(new Error(message, { cause: error }), { code })
  }
  await trx.raw(NOTE, { id, at: new Date() })
}

async function appliedTo(knex: Knex, schema = ''): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(knex, `select id from ${schema}carillon_migration order by id`, {})
  return rows.map(({ id }) => id)
}

function missing(applied: readonly string[], migrations: readonly Migration[]): readonly Migration[] {
  const unknown = applied.find((id) => !migrations.some((migration) => migration.id === id))
  if (unknown !== undefined) {
    throw new Error(`The database has the migration ${unknown}, which this version does not know: use a newer version`)
  }
  return migrations.filter(({ id }) => !applied.includes(id))
}

/**
 * Checks first whether the schema exists: creating it again would fail for a user without the right to create schemas.
 */
async function createSchema(knex: Knex, schema: string) {
  const name = quotedSchema(schema)
  const [found] = await rowsOf<{ exists: boolean; is_users: boolean }>(knex, SCHEMA_FACTS, { name, schema })
  if (found!.is_users) {
    throw new Error(
      `The schema ${schema} has the name of the database user, whose own statements would find its tables before any others: choose another name`,
    )
  }
  if (!found!.exists) await unlessCreatedMeanwhile(knex.raw(`create schema if not exists ${name}`))
}

/** Ignores the error if another process creates the same object concurrently: "if not exists" does not prevent it. */
async function unlessCreatedMeanwhile(creating: Promise<unknown>) {
  try {
    await creating
  } catch (error) {
    if (!CREATED_MEANWHILE.includes(sqlStateOf(error))) throw error
  }
}

/** Postgres reports a duplicate key in a catalog, or an existing table, other object or schema. */
const CREATED_MEANWHILE: readonly unknown[] = [UNIQUE_VIOLATION, DUPLICATE_TABLE, '42710', '42P06']

const createTableIn = (schema: string) => `
  create table if not exists ${schema}carillon_migration (
    id text collate "C" primary key,
    applied_at timestamptz not null
  )`
/** By default, the search path of a connection begins with the schema that has the name of its user. */
const SCHEMA_FACTS = 'select to_regnamespace(:name) is not null as exists, :schema = current_user as is_users'
const TABLE_EXISTS = 'select to_regclass(:table) is not null as exists'
const NOTE = 'insert into carillon_migration (id, applied_at) values (:id, :at)'
