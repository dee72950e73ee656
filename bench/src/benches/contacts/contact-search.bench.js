import { SearchContacts } from '@carillon/core'
import { migrate } from '@carillon/postgres'
import { randomNumbers } from '../../shared/random-numbers.js'
import { startService } from '../../shared/service.js'
import { carillonOn } from '../broadcasts/carillon-on.js'
import { progressOn } from '../measuring/report.js'
import { storeBook } from './store-book.js'

const CONTACTS = 1_000_000
const PAGE = 50
const GOAL_MS = 300
/** Everything that the contacts page can ask for; the function gets the ids of the groups. */
const QUESTIONS = {
  'a frequent first name': () => ({ text: 'bean' }),
  'two words': () => ({ text: 'be ru' }),
  'a name that nobody has': () => ({ text: 'xylophone' }),
  'four digits of a number': () => ({ text: '4711' }),
  'a whole number': () => ({ text: '+1 303 000 4711' }),
  'an e-mail address': () => ({ text: 'bean.canbe17@example.com' }),
  'every contact': () => ({}),
  'opted out': () => ({ consent: 'opted_out' }),
  'text within opted out': () => ({ text: 'be', consent: 'opted_out' }),
  'rare text within opted out': () => ({ text: 'zubebe', consent: 'opted_out' }),
  'text within pending': () => ({ text: 'an', consent: 'pending' }),
  'a tenth of all by group': ({ Tenth }) => ({ group: Tenth }),
  'text within a group of few': ({ VIP }) => ({ text: 'be', group: VIP }),
  'a group and a state': ({ Tenth }) => ({ group: Tenth, consent: 'opted_in', text: 'el' }),
  'a group and a state that nobody has together': ({ Tenth }) => ({ group: Tenth, consent: 'pending', text: 'an' }),
  'two words within a group and a state': ({ Tenth }) => ({ group: Tenth, consent: 'opted_in', text: 'be ru' }),
  'two words within opted out': () => ({ text: 'be ru', consent: 'opted_out' }),
  'a timezone': () => ({ tz: 'America/Anchorage' }),
  'a timezone of one contact': () => ({ tz: 'Pacific/Honolulu' }),
  'a value of few': () => ({ field: { label: 'Plan', value: 'Platinum' } }),
  'a frequent value, and text': () => ({ field: { label: 'Plan', value: 'Free' }, text: 'fa' }),
}
const NOTHING = { text: null, group: null, consent: null, tz: null, field: null }

export const bench = {
  title: `contact-search: one page of the contacts page, of ${CONTACTS.toLocaleString('en')} contacts`,
  unit: 'ms',
  rounds: 21,
  showsSlowest: true,

  async setup({ seed, contacts = CONTACTS }) {
    const service = await startService({ works: false })
    const fixture = await carillonOn(service.databaseUrl)
    try {
      await migrate(fixture.knex)
      const book = await storeBook(fixture, { count: contacts, seed, progress: progressOn(process.stderr) })
      await service.sql('vacuum analyze')
      const search = new SearchContacts(fixture.deps)
      return { service, fixture, ...book, contacts, random: randomNumbers(seed), search }
    } catch (error) {
      await fixture.close()
      await service.stop()
      throw error
    }
  },

  ours: asking('a frequent first name'),
  variants: {
    ...Object.fromEntries(
      Object.keys(QUESTIONS)
        .slice(1)
        .map((name) => [name, asking(name)]),
    ),
    'a page somewhere in the middle': asking('every contact', { fromMiddle: true }),
    'the oldest first': asking('every contact', { order: 'oldest' }),
  },
  peers: {},

  goals: [
    {
      text: `every page in at most ${GOAL_MS} ms`,
      ratio: ({ slowest }) => Math.max(slowest.ours, ...Object.values(slowest.variants)),
      atMost: GOAL_MS,
    },
  ],

  async check({ search, account, contacts }) {
    const all = await search.execute({ account, ...NOTHING, order: 'newest', cursor: null, limit: PAGE })
    if (all.results.length !== Math.min(PAGE, contacts)) throw new Error(`${all.results.length} contacts on a page`)
    const text = '4711'
    const found = await search.execute({ account, ...NOTHING, text, order: 'newest', cursor: null, limit: PAGE })
    const wrong = found.results.filter((contact) => !JSON.stringify(contact).includes(text))
    if (wrong.length > 0 || found.results.length === 0) throw new Error(`${wrong.length} contacts do not have ${text}`)
    return `pages of ${PAGE}; each of the ${found.results.length} contacts found by four digits has them`
  },

  async teardown({ service, fixture }) {
    await fixture.close()
    await service.stop()
  },
}

function asking(name, { fromMiddle = false, order = 'newest' } = {}) {
  return {
    prepare: async (context) => ({ ...context, cursor: fromMiddle ? await someContact(context) : null }),
    run: ({ search, account, group, cursor }) =>
      search.execute({ account, ...NOTHING, ...QUESTIONS[name](group), order, cursor, limit: PAGE }),
  }
}

async function someContact({ service, account, contacts, random }) {
  const skipped = Math.floor(random() * contacts)
  const [row] = await service.sql(
    'select id from contact where account_id = :account order by id offset :skipped limit 1',
    {
      account: account.id,
      skipped,
    },
  )
  return row.id
}
