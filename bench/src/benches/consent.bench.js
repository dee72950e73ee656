import { systemClock as clock } from '@carillon/node'
import { connect, migrate, onPostgres } from '@carillon/postgres'
import { NUMBER_OF_I, numberOf } from '../shared/contact-numbers.js'
import { randomNumbers } from '../shared/random-numbers.js'
import { startService } from '../shared/service.js'

const CHECKED = 50_000
const STRANGERS = 500
const CONTACTS = 2_000_000
const CONTACTS_FEW = 1_000_000
const FILLED_TOGETHER = 100_000
const OF_FEW = `of ${CONTACTS_FEW.toLocaleString('en')} contacts`
/** @type {import('@carillon/core').AccountId} */
const ACCOUNT = `acc_${'0'.repeat(26)}`
/** From this index on, numbers belong to no contact. */
const STRANGER_FIRST = 40_000_000

export const bench = {
  title: `consent: which of ${CHECKED.toLocaleString('en')} numbers may not be texted, as contacts grow`,
  unit: 'ms',

  async setup({ seed, contacts = CONTACTS }) {
    const service = await startService({ works: false })
    try {
      const [many, few] = [await openConsents(service, contacts), await openConsents(service, CONTACTS_FEW)]
      return { service, many, few, random: randomNumbers(seed) }
    } catch (error) {
      await service.stop()
      throw error
    }
  },

  ours: checking('many'),
  variants: { [OF_FEW]: checking('few') },
  peers: {},

  goals: [
    {
      text: 'at most 2 times as long with 10 times the contacts',
      ratio: ({ ours, variants }) => ours / variants[OF_FEW],
      atMost: 2,
    },
  ],

  check: ({ many }) =>
    `of ${many.contacts.toLocaleString('en')} contacts, exactly the ${STRANGERS} strangers were refused`,

  async teardown({ service, many, few }) {
    await Promise.all([many.close(), few.close()])
    await service.stop()
  },
}

/** A database with the consents of `contacts` numbers and nothing else, inserted as by an import: in sorted batches. */
async function openConsents(service, contacts) {
  const knex = await connect(await service.createDatabase(`with_${contacts}`), { poolMax: 1 })
  await migrate(knex)
  await knex.raw('set statement_timeout = 0')
  for (let first = 0; first < contacts; first += FILLED_TOGETHER) {
    await knex.raw(FILL, { account: ACCOUNT, first, last: Math.min(first + FILLED_TOGETHER, contacts) - 1 })
  }
  await knex.raw('vacuum analyze consent')
  const { unitOfWork, close } = onPostgres({ knex, clock })
  return {
    contacts,
    refused: (phones) => unitOfWork.run(({ consents }) => consents.refused(ACCOUNT, phones)),
    async close() {
      await close()
      await knex.destroy()
    },
  }
}

const FILL = `
  insert into consent (account_id, phone, active_groups)
  select :account, number, 1
    from (select ${NUMBER_OF_I} as number from generate_series(:first::integer, :last::integer) as i) as contact
   order by number collate "C"`

function checking(name) {
  return {
    prepare: (context) => ({ consents: context[name], phones: numbersOf(context[name], context.random) }),
    async run({ consents, phones }) {
      const refused = await consents.refused(phones)
      const isRight = refused.size === STRANGERS && [...refused.keys()].every((position) => position < STRANGERS)
      if (!isRight) throw new Error(`${refused.size} were refused, expected the ${STRANGERS} strangers`)
    },
  }
}

/** The strangers come first. */
function numbersOf({ contacts }, random) {
  const picked = new Set()
  while (picked.size < CHECKED - STRANGERS) picked.add(numberOf(Math.floor(random() * contacts)))
  return [...Array.from({ length: STRANGERS }, (_, i) => numberOf(STRANGER_FIRST + i)), ...picked]
}
