import { isPhoneNumber } from '@carillon/core'
import { connect } from '@carillon/postgres'
import { Pool } from 'undici'
import { openAccepting } from './accepting.js'
import { numberOf } from '../../shared/contact-numbers.js'
import { memoryOf } from '../measuring/memory-of.js'
import { openStraightAccept } from '../peers/straight-accept.js'
import { randomNumbers } from '../../shared/random-numbers.js'
import { basic, startService } from '../../shared/service.js'

const CONTACTS = 1_000_000
const RECIPIENTS = 50_000
const IMPORTED_TOGETHER = 100_000
const ACCOUNT = 'Acme'
const FROM = '+12025550100'
const GROUP = 'All'
const KEY = { id: 'key_of_the_bench', secret: 'a-secret-of-the-bench' }
const PRICE = 2
const CHUNK_LENGTH = 1_000
/** The peak memory is measured over this number of requests with recipient keys, which take the most memory. */
const POSTS_FOR_MEMORY = 5
const CHAINS_MAX = 16
const CREDITS = 1_000_000_000
const PEER = 'class-validator, whereIn, batchInsert'
const KEYED = `with ${RECIPIENTS.toLocaleString('en')} new recipient keys`
const WHOLE_REQUEST = 'whole request over HTTP'
const OF_5_000 = '10 of 5,000 recipients'
const OF_1_000 = '50 of 1,000 recipients'
const MEMORY = 'memory of the server above idle, MB'

export const bench = {
  title: `accept: a broadcast to ${RECIPIENTS.toLocaleString('en')} of ${CONTACTS.toLocaleString('en')} contacts`,
  unit: 'ms',

  async setup({ seed }) {
    const service = await startService({ processes: 2, works: false })
    try {
      return await contextOf(service, seed)
    } catch (error) {
      await service.stop()
      throw error
    }
  },

  ours: broadcasts({ count: 1, recipients: RECIPIENTS }),
  variants: {
    [KEYED]: broadcasts({ count: 1, recipients: RECIPIENTS, hasKeys: true }),
    [WHOLE_REQUEST]: {
      prepare: (context) => ({ context, text: textOf(context, { recipients: RECIPIENTS }) }),
      run: ({ context, text }) => post(context, text),
    },
    [OF_5_000]: broadcasts({ count: 10, recipients: 5_000 }),
    [OF_1_000]: broadcasts({ count: 50, recipients: 1_000 }),
  },
  peers: {
    [PEER]: {
      prepare: (context) => ({ context, text: bodyOf(numbersFor(context, RECIPIENTS)) }),
      run: async ({ context, text }) => expectTotal(await context.straight.accept(text), RECIPIENTS),
    },
  },
  limit: {
    name: 'parse, loop and consent query, nothing stored',
    contestant: {
      prepare: (context) => ({ context, text: bodyOf(numbersFor(context, RECIPIENTS)) }),
      run: ({ context, text }) => readOnly(context, text),
    },
  },

  async figures(context) {
    const { memory, idleMb } = context
    for (let i = 0; i < POSTS_FOR_MEMORY; i++) {
      await post(context, textOf(context, { recipients: RECIPIENTS, hasKeys: true }))
    }
    const peakMb = await memory.peak()
    return { 'memory of the idle server, MB': idleMb, 'memory of it at most, MB': peakMb, [MEMORY]: peakMb - idleMb }
  },

  goals: [
    { text: `times as fast as ${PEER}`, ratio: ({ ours, peers }) => peers[PEER] / ours, atLeast: 7 },
    { text: 'of the limit without recipient keys', ratio: ({ ours, limit }) => ours / limit, atMost: 1.5 },
    { text: `of the limit ${KEYED}`, ratio: ({ variants, limit }) => variants[KEYED] / limit, atMost: 2.2 },
    { text: 'of the limit over HTTP', ratio: ({ variants, limit }) => variants[WHOLE_REQUEST] / limit, atMost: 2 },
    { text: MEMORY, ratio: ({ figures }) => figures[MEMORY], atMost: 150 },
    { text: `of ${OF_5_000}`, ratio: ({ ours, variants }) => ours / variants[OF_5_000], atMost: 1.5 },
  ],

  /** Reads the database directly, not through the service. */
  async check({ service, accepting, submitted }) {
    const [stored] = await service.sql(STORED, { account: accepting.account.id })
    const spent = PRICE * submitted.recipients
    const expected = {
      broadcasts: submitted.broadcasts,
      total: submitted.recipients,
      length: submitted.recipients,
      numbers: submitted.recipients,
      messageable: submitted.recipients,
      keys: submitted.keys,
      reserved: spent,
      available: CREDITS - spent,
      jobs: submitted.jobs,
    }
    for (const [name, count] of Object.entries(expected)) {
      if (Number(stored[name]) !== count) throw new Error(`${name}: ${stored[name]} stored, expected ${count}`)
    }
    const { broadcasts, recipients, keys } = submitted
    return `${broadcasts} broadcasts to ${recipients.toLocaleString('en')} recipients are stored, with ${keys.toLocaleString('en')} keys, and ${spent.toLocaleString('en')} credits are reserved`
  },

  async teardown({ service, accepting, straight, plain, client }) {
    await Promise.all([accepting.close(), straight.close(), plain.destroy(), client.close()])
    await service.stop()
  },
}

/** One server imports the contacts, so that the other server has the memory of an idle server. */
async function contextOf(service, seed) {
  const memory = memoryOf(service.pids[1])
  const idleMb = await memory.now()
  await openAccount(service)
  const peerUrl = await service.createDatabase('peer')
  return {
    service,
    memory,
    idleMb,
    random: randomNumbers(seed),
    submitted: { broadcasts: 0, recipients: 0, keys: 0, jobs: 0 },
    accepting: await openAccepting({ databaseUrl: service.databaseUrl, accountName: ACCOUNT }),
    straight: await openStraightAccept({ url: peerUrl, contacts: CONTACTS }),
    plain: await connect(service.databaseUrl),
    client: new Pool(service.urls[1], { connections: 1 }),
  }
}

async function openAccount({ apply, importContacts }) {
  await apply({
    name: ACCOUNT,
    apiKeys: [KEY],
    credits: { sms: CREDITS, mms: 0 },
    rateLimits: null,
    numbers: [{ number: FROM, status: 'active', mms: true }],
    groups: [{ name: GROUP }],
  })
  for (let first = 0; first < CONTACTS; first += IMPORTED_TOGETHER) {
    const phones = Array.from({ length: IMPORTED_TOGETHER }, (_, i) => numberOf(first + i))
    await importContacts(ACCOUNT, { group: GROUP, phones })
  }
}

/** Accepts broadcasts with Carillon's use case, in this process and without HTTP. */
function broadcasts({ count, recipients, hasKeys = false }) {
  return {
    prepare: (context) => ({
      context,
      texts: Array.from({ length: count }, () => textOf(context, { recipients, hasKeys })),
    }),
    async run({ context: { accepting }, texts }) {
      for (const text of texts) expectTotal(await accepting.accept(text), recipients)
    },
  }
}

async function post({ client }, text) {
  const { statusCode, body } = await client.request({
    path: '/api/v1/messaging/broadcast',
    method: 'POST',
    headers: { authorization: basic(KEY), 'content-type': 'application/json' },
    body: text,
  })
  const response = await body.json()
  if (statusCode !== 201) throw new Error(`a broadcast got the response ${statusCode}: ${JSON.stringify(response)}`)
  expectTotal(response, RECIPIENTS)
}

/** The steps that no implementation can omit: parsing the text, checking each number, querying the consents. */
async function readOnly({ plain, accepting }, text) {
  const { recipients } = JSON.parse(text)
  const seen = new Set()
  for (const { to } of recipients) if (isPhoneNumber(to)) seen.add(to)
  const phones = [...seen].join(',')
  const { rows } = await plain.raw(MESSAGEABLE, { account: accepting.account.id, phones })
  expectTotal({ totalRecipients: Number(rows[0].count) }, RECIPIENTS)
}

const MESSAGEABLE = `
  with given as materialized (select string_to_array(:phones, ',') as phones)
  select count(*)
    from consent
   where account_id = :account and phone = any ((select phones from given)::text[])
     and active_groups > 0 and opted_out_at is null`

function expectTotal({ totalRecipients }, expected) {
  if (totalRecipients !== expected) throw new Error(`${totalRecipients} of ${expected} recipients were accepted`)
}

/** Returns the body of a request to Carillon, and counts what the check expects to be stored. */
function textOf(context, { recipients, hasKeys = false }) {
  const { submitted } = context
  submitted.broadcasts++
  submitted.recipients += recipients
  submitted.jobs += Math.min(CHAINS_MAX, Math.ceil(recipients / CHUNK_LENGTH))
  if (!hasKeys) return bodyOf(numbersFor(context, recipients))
  return bodyOf(numbersFor(context, recipients), () => `winter-sale-${++submitted.keys}`)
}

function bodyOf(numbers, nextKey = null) {
  const recipients = numbers.map((to) => (nextKey === null ? { to } : { to, idempotencyKey: nextKey() }))
  return JSON.stringify({ recipients, from: FROM, body: 'Ding dong, the bells of Acme are here.' })
}

/** The numbers of random contacts, in random order. */
function numbersFor({ random }, count) {
  const picked = new Set()
  while (picked.size < count) picked.add(numberOf(Math.floor(random() * CONTACTS)))
  return [...picked]
}

const STORED = `
  with asked as (
    select count(*) as broadcasts, sum(total) as total from broadcast
  ),
  number as (
    select account_id, phone from broadcast_chunk cross join lateral unnest(string_to_array(phones, ',')) as phone
  ),
  messageable as (
    select count(*) as messageable from number join consent using (account_id, phone)
     where consent.active_groups > 0 and consent.opted_out_at is null
  )
  select asked.*, messageable.*,
         (select sum(length) from broadcast_chunk) as length,
         (select count(*) from number) as numbers,
         (select count(*) from recipient_key) as keys,
         (select count(*) from job where kind = 'dispatch-chunk') as jobs,
         credit_balance.sms_reserved as reserved, credit_balance.sms_available as available
    from asked cross join messageable cross join credit_balance
   where credit_balance.account_id = :account`
