import { ApplyAccount, ImportContacts, rowReaderOf } from '@carillon/core'
import { migrate } from '@carillon/postgres'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../../../apps/server/dist/embedded-postgres/embedded-postgres.js'
import { numberOf } from '../../shared/contact-numbers.js'
import { carillonOn } from './carillon-on.js'

const fromOf = (place) => `+1202555${String(100 + place).padStart(4, '0')}`
const HEADER = ['phoneNumber', 'firstName', 'lastName', 'postalCode']
export const BODY =
  'Hi {{contact_first_name}} {{contact_last_name}}, the bells of {{contact_zip_code}} ring again this week. ' +
  'Come and listen, or reply STOP to hear no more of them.'
const IMPORT_STEP = 2_000
const POLL_EVERY_MS = 50

/** A new, migrated embedded database with an account and contacts, all opted in. */
export async function openFixture({ contacts, settings = {} }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'carillon-dispatch-'))
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  const { close, ...fixture } = await fixtureOn(postgres.url, { contacts })
  return {
    ...fixture,
    account: fixture.accounts[0],
    /** Creates another database on the same server; returns its URL. */
    async createDatabase(name) {
      await fixture.knex.raw('create database ??', [name])
      return postgres.url.replace(`/${postgres.connection.database}?`, `/${name}?`)
    },
    async stop() {
      await close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** On an empty database, accounts that each have these contacts, all opted in. */
export async function fixtureOn(url, { contacts, accounts: accountCount = 1 }) {
  const fixture = await carillonOn(url)
  const { knex } = fixture
  await migrate(knex)
  const phones = Array.from({ length: contacts }, (_, i) => numberOf(i))
  const accounts = []
  for (let place = 0; place < accountCount; place++) {
    const account = await makeAccount(fixture, place)
    await importAll(fixture, account, phones)
    await lookUpAll(fixture, account, phones)
    accounts.push(account)
  }
  await knex.raw('vacuum analyze')
  return {
    url,
    knex,
    deps: fixture.deps,
    accounts,
    close: fixture.close,
    /** The contacts as rows for a peer's table. */
    contacts: phones.map((phone, i) => {
      const [first_name, last_name, postal_code] = nameOf(i)
      return { phone, first_name, last_name, postal_code }
    }),
    /** Accepts a broadcast of the account at `place` to its first `count` contacts; returns its id. */
    async accept(count, place = 0) {
      const recipients = { phones: phones.slice(0, count), keys: null, bodies: null, mediaUrls: null }
      /** @type {Omit<import('@carillon/core').StartBroadcastInput, 'idempotencyKey'>} */
      const request = {
        kind: 'broadcast',
        account: accounts[place],
        from: fromOf(place),
        body: BODY,
        mediaUrl: null,
        recipients,
      }
      const { broadcast } = await fixture.startBroadcast.execute({ ...request, idempotencyKey: null })
      return broadcast.id
    },
    /** Polls at intervals, so that polling does not slow down what is measured. */
    async untilCompleted(id, place = 0) {
      for (;;) {
        const { rows } = await knex.raw(COMPLETED, { account: accounts[place].id, id })
        if (rows[0].completed) return
        await delay(POLL_EVERY_MS)
      }
    },
  }
}

const COMPLETED = 'select completed_at is not null as completed from broadcast where account_id = :account and id = :id'

async function makeAccount({ deps }, place) {
  const { account } = await new ApplyAccount(deps).execute({
    declaration: {
      name: `Bench ${place}`,
      credits: { sms: 1_000_000_000 },
      rateLimits: null,
      numbers: [{ number: fromOf(place), status: 'active', mms: true }],
      groups: [{ name: 'All' }],
    },
    prune: false,
  })
  return account
}

async function importAll({ deps }, account, phones) {
  const [group] = await deps.unitOfWork.run(({ groups }) => groups.of(account.id))
  const read = rowReaderOf(HEADER, [])
  const steps = stepsOf(phones.map((phone, i) => ({ line: i + 2, cells: [phone, ...nameOf(i)] })))
  const target = { account, group, fields: [], read }
  for await (const { rejected } of new ImportContacts(deps).execute({ ...target, rows: steps })) {
    if (rejected.length > 0) throw new Error(`A contact was rejected: ${rejected[0].reason}`)
  }
}

/** Stores the carriers of the numbers, so that none is looked up. */
export async function lookUpAll({ deps }, account, phones) {
  const at = deps.clock.now()
  const carrier = { name: 'Northern Mobile', lineType: 'mobile' }
  for (const some of stepsOf(phones)) {
    const lookUps = some.map((phone) => ({ phone, carrier, at }))
    await deps.unitOfWork.run(({ carriers }) => carriers.save(account.id, lookUps))
  }
}

function stepsOf(all) {
  const steps = []
  for (let i = 0; i < all.length; i += IMPORT_STEP) steps.push(all.slice(i, i + IMPORT_STEP))
  return steps
}

const FIRST_NAMES = ['Ann', 'Robert', 'Mercedes', 'Li', 'Fatima', 'Jonathan', 'Zoe', 'Christopher']

function nameOf(i) {
  return [FIRST_NAMES[i % FIRST_NAMES.length], `Lee-${i % 977}`, String(10_001 + (i % 80_000)).padStart(5, '0')]
}
