import { CountFilter } from '@carillon/core'
import { migrate } from '@carillon/postgres'
import { startService } from '../../shared/service.js'
import { carillonOn } from '../broadcasts/carillon-on.js'
import { progressOn } from '../measuring/report.js'
import { storeBook } from './store-book.js'

const CONTACTS = 1_000_000
const GOAL_MS = 400
const NUMBER = 'contact_custom_field_2'
const PLAN = 'contact_custom_field_1'

/** Filters of every kind; the functions get the ids of the groups and the number of contacts. */
const FILTERS = {
  'the beginning of a name, about a fourteenth': () => ({ firstName: { startsWith: 'be' } }),
  'a number above, a twentieth': (_, contacts) => ({
    customFields: { [NUMBER]: { gte: 5_000_000 + 0.95 * contacts } },
  }),
  'a part of an address, about a hundredth': () => ({ email: { contains: 'bean' } }),
  'a frequent value, a fifth': () => ({ customFields: { [PLAN]: { eq: 'team' } } }),
  'a value of few': () => ({ customFields: { [PLAN]: { eq: 'Platinum' } } }),
  'a timezone, a sixth': () => ({ tz: { eq: 'America/Denver' } }),
  'a group of a tenth': ({ Tenth }) => ({ groups: { ids: { in: [Tenth] } }, isFavorite: { eq: false } }),
  'a group of few, and a name': ({ VIP }) => ({ groups: { ids: { in: [VIP] } }, firstName: { startsWith: 'b' } }),
  'outside a group, and a timezone': ({ Tenth }) => ({
    groups: { ids: { notIn: [Tenth] } },
    tz: { eq: 'America/Denver' },
  }),
  'never texted, and a timezone': () => ({ lastSentAt: { exists: false }, tz: { eq: 'America/Denver' } }),
  everybody: () => ({ all: [] }),
}

const [FIRST, ...OTHERS] = Object.keys(FILTERS)

export const bench = {
  title: `contact-filters: counting what a filter finds of ${CONTACTS.toLocaleString('en')} contacts, and who may be texted`,
  unit: 'ms',
  rounds: 5,
  showsSlowest: true,

  async setup({ seed, contacts = CONTACTS }) {
    const service = await startService({ works: false })
    const fixture = await carillonOn(service.databaseUrl)
    try {
      await migrate(fixture.knex)
      const book = await storeBook(fixture, { count: contacts, seed, progress: progressOn(process.stderr) })
      await service.sql('vacuum analyze')
      return { service, fixture, ...book, contacts, count: new CountFilter(fixture.deps) }
    } catch (error) {
      await fixture.close()
      await service.stop()
      throw error
    }
  },

  ours: counting(FIRST),
  variants: Object.fromEntries(OTHERS.map((name) => [name, counting(name)])),
  peers: {},
  limit: { name: 'a column of every contact of the account, by the primary key', contestant: readEveryContact },

  goals: [
    {
      text: `a filter that finds 50,000 to 90,000 in at most ${GOAL_MS} ms`,
      ratio: ({ ours, variants }) => Math.max(ours, variants['a number above, a twentieth']),
      atMost: GOAL_MS,
    },
  ],

  async check({ count, account, contacts, group }) {
    const counted = async (name) =>
      (await count.execute({ account, condition: FILTERS[name](group, contacts) })).contacts
    const expected = {
      'a number above, a twentieth': 0.05 * contacts,
      everybody: contacts,
      'a frequent value, a fifth': 0.2 * contacts,
    }
    for (const [name, right] of Object.entries(expected)) {
      const found = await counted(name)
      if (found !== right) throw new Error(`${name}: found ${found} instead of ${right}`)
    }
    const figures = []
    for (const name of Object.keys(FILTERS)) figures.push(`${name}: ${(await counted(name)).toLocaleString('en')}`)
    return figures.join('; ')
  },

  async teardown({ service, fixture }) {
    await fixture.close()
    await service.stop()
  },
}

/** All contacts read by one process of Postgres, without conditions and without consents. Several processes are faster. */
function readEveryContact({ fixture, account }) {
  return fixture.knex.transaction(async (trx) => {
    await trx.raw('set local enable_seqscan = off')
    await trx.raw('select count(tz) from contact where account_id = :account', { account: account.id })
  })
}

function counting(name) {
  return {
    prepare: async (context) => context,
    run: ({ count, account, group, contacts }) => count.execute({ account, condition: FILTERS[name](group, contacts) }),
  }
}
