import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { acceptanceOf, aMessage } from '@carillon/contracts'
import { createCarillon, parsePhoneNumber, type AccountId, type Adapters } from '@carillon/core'
import { inMemory, type MemoryAdapters } from '@carillon/memory'
import makeKnex, { type Knex } from 'knex'
import { isOutage } from '../connection/is-outage.js'
import { unfinishedWork } from '../jobs/unfinished-work.js'
import { onPostgres } from '../on-postgres.js'
import { openBlankDatabase, serverUrl } from '../testing/test-database.js'
import { migrate, pendingMigrations } from './migrations.js'
import { startupProblems } from './startup-problems.js'

const SCHEMAS = ['messaging', 'Schöne Texte-1']
const CONNECTIONS = 2
const ANN = parsePhoneNumber('+12025550123')

/** A host with unusual values for every relevant setting of knex and Postgres. */
let host: Knex
let before: readonly unknown[]

beforeAll(async () => {
  const { knex, url } = await openBlankDatabase()
  await knex.raw(`
    create table account (id integer); create table message (id integer); create table contact (id integer);
    insert into public.contact values (7)`)
  host = hostileKnex(url)
  before = await onEachConnection(SETTINGS)
  // Migrates both schemas concurrently on two connections, each schema twice, as if by two processes.
  const migrated = await Promise.all([...SCHEMAS, ...SCHEMAS].map((schema) => migrate(host, { schema })))
  expect(new Set(migrated.flat()).size * 2).toBe(migrated.flat().length)
})

afterAll(() => host.destroy())

test('two services share a database and two connections with a host that has its own tables', async () => {
  const fixtures = SCHEMAS.map((schema) => fixtureIn(schema, 1))
  const stories = await Promise.all(fixtures.map((fixture, i) => fixture.live(`Acme ${i}`, '+12025550100')))
  const expected = { status: 'sent', firstName: 'Ann', sms: 8, failures: [] }
  expect(stories).toEqual(SCHEMAS.map((_, i) => ({ ...expected, accounts: [`Acme ${i}`] })))
  expect(fixtures.map(({ provider }) => provider.sent.length)).toEqual([1, 1])
  expect(await onEachConnection(SETTINGS)).toEqual(before)
  expect(await onEachConnection(TABLES_OF_HOST)).toEqual([HIS_TABLES, HIS_TABLES])
  await Promise.all(fixtures.map(({ close }) => close()))
})

test('on one connection, two schemas never share a prepared statement', async () => {
  const fixtures = SCHEMAS.map((schema) => fixtureIn(schema, 2))
  const connection = await host.client.acquireConnection()
  for (const fixture of fixtures) await fixture.live('Later', '+12025550199')
  const { result } = await host.raw(PLANS)
  await host.client.releaseConnection(connection)
  expect(result).toEqual([{ schemas: `read: ${SCHEMAS.length}` }])
  await Promise.all(fixtures.map(({ close }) => close()))
})

test.each(SCHEMAS)('every check of the database uses the schema %s', async (schema) => {
  expect(await pendingMigrations(host, { schema })).toEqual([])
  expect(await startupProblems({ knex: host, schema, clock: { now: () => new Date() } })).toEqual([])
  expect(await unfinishedWork(host, { schema })).toMatchObject({ messages: 0, broadcasts: 0 })
  expect(await pendingMigrations(host, { schema: 'not_there' })).toContain('0001-contacts-and-consent')
})

test('without a separate schema, migrate reports a conflicting table that belongs to the host', async () => {
  await expect(migrate(host)).rejects.toThrow(
    'relation "account" already exists, and does not belong to Carillon: put the tables of Carillon in a separate schema',
  )
})

test.each(['', 'information_schema', 'a"; drop schema public'])('a schema cannot be called %j', async (schema) => {
  await expect(migrate(host, { schema })).rejects.toThrow('is not a valid schema name')
  expect(() => onPostgres({ knex: host, clock: inMemory().clock, schema })).toThrow('is not a valid schema name')
})

test('a schema cannot have the name of the user, because its tables would hide those of the host', async () => {
  const [, user] = /\/\/(\w+)@/.exec(serverUrl())!
  await expect(migrate(host, { schema: user! })).rejects.toThrow('has the name of the database user')
})

test('an unsupported knex is rejected at once', async () => {
  const { clock } = inMemory()
  const given = (knex: Knex) => () => onPostgres({ knex, clock })
  await host.transaction(async (trx) => {
    expect(given(trx)).toThrow('knex itself, not a transaction')
    await expect(migrate(trx, { schema: SCHEMAS[0] })).rejects.toThrow('knex itself, not a transaction')
  })
  for (const [no, message] of [
    ['postgresql://me:hush@db/shop', 'a string'],
    [undefined, 'undefined'],
    [{}, 'an object'],
  ]) {
    expect(given(no as Knex)).toThrow(new TypeError(`onPostgres takes a knex, got ${message as string}`))
    await expect(migrate(no as Knex)).rejects.toThrow(new TypeError(`migrate takes a knex, got ${message as string}`))
  }
  expect(given(makeKnex({ client: 'mysql2' }))).toThrow('client pg, not mysql2')
  expect(given(makeKnex({ client: 'pg', connectionPool: host.client.pool }))).toThrow('not a connectionPool')
})

test('if the tables are missing, the error says how to create them', async () => {
  const { clock, ...others } = inMemory()
  const { close, ...stored } = onPostgres({ knex: host, clock, schema: 'bare' })
  const carillon = createCarillon({ adapters: { ...others, clock, ...stored } })
  const requests = [
    carillon.listAccounts.execute(),
    stored.unitOfWork.runOne(({ singleSends }) => singleSends.accept([acceptanceOf(MESSAGE)])),
    stored.keyring.find('key_acme'),
    stored.rateLimiter.take({ account: MESSAGE.account, bucket: 'message', limit: 5, now: clock.now() }),
  ]
  for (const result of requests) {
    const error: unknown = await result.catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: '42P01', cause: { code: '42P01' } })
    expect((error as Error).message).toMatch(THE_TABLES_ARE_MISSING)
    expect(isOutage(error)).toBe(false)
  }
  await close()
})

const MESSAGE = aMessage({ account: 'acc_1' as AccountId })

const THE_TABLES_ARE_MISSING =
  /^The tables of Carillon are not there \(relation "[\w.]+" does not exist\): run migrate\(knex, \{ schema \}\) first$/

function fixtureIn(schema: string, seed: number) {
  const { clock, ...others } = inMemory({ seed })
  const { close, ...stored } = onPostgres({ knex: host, clock, schema })
  const adapters = { ...others, clock, ...stored }
  return {
    close,
    provider: adapters.provider,
    live: (name: string, number: string) => liveOn(adapters, { name, number }),
  }
}

/** Sends a text while the provider is unreachable, so that a job submits the text later. */
async function liveOn(
  adapters: Adapters & Pick<MemoryAdapters, 'clock' | 'provider'>,
  { name, number }: { name: string; number: string },
) {
  const { clock, provider, rateLimiter } = adapters
  const carillon = createCarillon({ adapters })
  const declaration = { name, credits: { sms: 10 }, numbers: [{ number }], groups: [{ name: 'VIP' }] }
  const { account, parts } = await carillon.applyAccount.execute({ declaration, prune: false })
  await carillon.createContact.execute({ account, phone: ANN, fields: { firstName: 'Ann' } })
  await carillon.joinGroup.execute({ account, phone: ANN, group: parts.groups[0]!.id, mode: 'DIRECT' })
  await rateLimiter.take({ account: account.id, bucket: 'message', limit: 5, now: clock.now() })
  provider.goOut()
  const text = {
    account,
    from: number,
    to: ANN,
    body: 'Hi {{contact_first_name}}',
    mediaUrl: null,
    idempotencyKey: null,
  }
  const { message } = await carillon.sendMessage.execute(text)
  provider.comeBack()
  clock.advance(60_000)
  const failures: unknown[] = []
  await carillon.runDueJobs.execute({ lane: 'quick', jobsMax: 10, onFailure: ({ error }) => void failures.push(error) })
  const { status } = await carillon.readMessage.execute({ account, id: message.id })
  const { firstName } = await carillon.readContact.execute({ account, phone: ANN })
  const { sms } = await carillon.readCredits.execute({ account })
  const accounts = (await carillon.listAccounts.execute()).map((known) => known.name)
  return { status, firstName, sms, failures, accounts }
}

function hostileKnex(url: string): Knex {
  return makeKnex({
    client: 'pg',
    connection: { connectionString: url, types: HIS_TYPES },
    pool: { min: 0, max: CONNECTIONS, afterCreate: settle },
    searchPath: ['public'],
    postProcessResponse: ({ rows }: { rows: readonly unknown[] }) => ({ result: rows }),
    wrapIdentifier: (name) => name.toUpperCase(),
  } as Knex.Config)
}

/** Leaves text unchanged, because knex reads the version of Postgres as text. */
const HIS_TYPES = { getTypeParser: (type: number) => (text: string) => (type === TEXT ? text : `read: ${text}`) }
const TEXT = 25

type Connection = { query(sql: string, done: (error: Error | null) => void): void }

function settle(connection: Connection, done: (error: Error | null, connection: Connection) => void) {
  const settings = `
    set timezone = 'America/St_Johns'; set default_transaction_isolation = 'serializable'; set statement_timeout = '50s'`
  connection.query(settings, (error) => done(error, connection))
}

/** The rows on each connection, as the host reads them. */
async function onEachConnection(sql: string): Promise<readonly unknown[]> {
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => host.client.acquireConnection()))
  try {
    return await Promise.all(connections.map(async (connection) => (await connection.query(sql)).rows))
  } finally {
    for (const connection of connections) await host.client.releaseConnection(connection)
  }
}

const SETTINGS = `
  select name::text, setting from pg_settings
   where source = 'session' or name in ('search_path', 'transaction_isolation') order by name`

const TABLES_OF_HOST = `
  select (select count(*) from account) as accounts, (select min(id) from contact) as contact,
         (select count(*) from message) as messages`
/** The name of a prepared statement ends with a code for its schema. */
const PLANS = `
  select distinct schemas
    from (select count(distinct substring(name from '^carillon_.{16}_[0-9]+_(.{8})$')) as schemas
            from pg_prepared_statements group by statement) as of_one`

const HIS_TABLES = [{ accounts: 'read: 0', contact: 'read: 7', messages: 'read: 0' }]
