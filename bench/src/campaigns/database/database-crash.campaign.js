import { setTimeout as delay } from 'node:timers/promises'
import { aBroadcaster, phonesOf, untilEnded, untilNoJobs } from '../broadcasts/broadcasting.js'
import { CRASHES } from './crash.js'
import { judgeBroadcast } from '../broadcasts/judge-broadcast.js'
import { judgeLedger, readLedger } from '../credits/judge-ledger.js'
import { SENDERS, startLoad } from './load.js'
import { randomNumbers } from '../../shared/random-numbers.js'
import { startService } from '../../shared/service.js'

/** The goal is recovery within 10 s. The short form runs on a busy machine, so it has more time. */
const LONG = { crashes: 10, backWithinMs: 10_000 }
const SHORT = { crashes: 2, backWithinMs: 60_000 }
const ACCOUNT = { name: 'Crash', key: { id: 'key_crash', secret: 'a-secret-of-the-campaign' }, from: '+12025550101' }
const PHONES = phonesOf(1_000)
const UNDER_LOAD_MS = 3_000
const DRAINED_WITHIN_MS = 90_000

export const campaign = {
  title: `the database stopped at once ${LONG.crashes} times under load: every 2xx response is kept, recovery within 10 s without help`,

  async run({ seed, short, say }) {
    const { crashes, backWithinMs } = short ? SHORT : LONG
    const random = randomNumbers(seed)
    const service = await startService({ processes: 2 })
    try {
      const calls = await aBroadcaster(service, { ...ACCOUNT, phones: PHONES })
      const load = startLoad({ calls, random, from: ACCOUNT.from, phones: PHONES, group: await groupOf(service) })
      const back = []
      for (let crash = 1; crash <= crashes; crash++) {
        await load.during(delay(UNDER_LOAD_MS * (1 + random())))
        const way = Object.keys(CRASHES)[Math.floor(random() * 2)]
        const backMs = await load.during(crashAndWait({ service, calls, way, crash, backWithinMs }))
        back.push(backMs)
        await readLedger(service, ACCOUNT.name)
        say(`crash ${crash} (${way}): back in ${(backMs / 1000).toFixed(1)} s`)
      }
      await load.during(delay(UNDER_LOAD_MS))
      const done = await load.end()
      await untilDrained(service, done)
      return {
        crashes,
        'longest until back, s': (Math.max(...back) / 1000).toFixed(1),
        'sends with a response': done.sends.size,
        'broadcasts with a response': done.broadcasts.size,
        'contact writes with a response': done.writes,
        'repeated requests': done.repeats,
        ...(await judge(service, calls, { ...done, probes: crashes * calls.length })),
      }
    } finally {
      await service.stop()
    }
  },
}

/** Crashes the database; returns the time until every process has sent a text again. */
async function crashAndWait({ service, calls, way, crash, backWithinMs }) {
  await CRASHES[way](service.dataDir)
  const since = performance.now()
  const waits = calls.map(async (call, i) => {
    const message = { to: PHONES[0], from: ACCOUNT.from, body: 'Back?', idempotencyKey: `probe-${crash}-${i}` }
    for (;;) {
      const response = await call('POST', '/messaging/message', message)
      const tookMs = performance.now() - since
      if (tookMs > backWithinMs) throw new Error(`after ${tookMs} ms process ${i} still responds ${response.status}`)
      if (response.status === 201) return tookMs
      await delay(50)
    }
  })
  return Math.max(...(await Promise.all(waits)))
}

async function groupOf(service) {
  const [{ id }] = await service.sql(
    `select contact_group.id from contact_group join account on account.id = account_id where account.name = :name`,
    { name: ACCOUNT.name },
  )
  return id
}

async function untilDrained(service, { broadcasts }) {
  for (const id of broadcasts.values()) await untilEnded(service, id, { withinMs: DRAINED_WITHIN_MS })
  await untilNoJobs(service, { withinMs: DRAINED_WITHIN_MS })
}

async function judge(service, calls, { sends, broadcasts, names, members, probes }) {
  await judgeSends(service, calls, { sends, probes })
  await judgeContacts(service, { names, members })
  const [{ count }] = await service.sql('select count(*) as count from broadcast')
  // When the load ends, the last broadcast may be stored although its client got no response.
  if (Number(count) < broadcasts.size || Number(count) > broadcasts.size + 1) {
    throw new Error(`${broadcasts.size} broadcasts got a response, and ${count} are stored`)
  }
  for (const [key, id] of broadcasts) {
    await judgeBroadcast(service, { id, total: PHONES.length, deduplicates: true })
    const recipients = PHONES.map((to) => ({ to }))
    await repeats(
      calls[0],
      '/messaging/broadcast',
      { from: ACCOUNT.from, body: 'Dong', recipients, idempotencyKey: key },
      id,
    )
  }
  return { spent: await judgeLedger(service, ACCOUNT.name) }
}

const REPEATED = 100

/** Checks that each key has one message, that responses match the database, and that each sent text arrived once. */
async function judgeSends(service, calls, { sends, probes }) {
  const rows = await service.sql(SENDS)
  const byKey = new Map(rows.map((row) => [row.key, row]))
  if (byKey.size !== rows.length) throw new Error(`${rows.length} messages have ${byKey.size} keys`)
  for (const [key, { id, status }] of sends) {
    const row = byKey.get(key)
    if (row?.id !== id) throw new Error(`the response to ${key} was ${id}, and ${row?.id} is stored`)
    if (status === 'sent' && row.status !== 'sent')
      throw new Error(`the response said that ${id} was sent, and it is ${row.status}`)
  }
  const atMost = sends.size + probes + SENDERS
  if (rows.length > atMost) throw new Error(`${rows.length} messages are stored, and only ${atMost} were requested`)
  const wrong = rows.find(({ status, texts, target, id }) => status !== 'sent' || texts !== '1' || target !== id)
  if (wrong !== undefined) throw new Error(`not sent once: ${JSON.stringify(wrong)}`)
  for (const [key, { id }] of [...sends].slice(-REPEATED)) {
    const message = { to: PHONES[0], from: ACCOUNT.from, body: 'Again', idempotencyKey: key }
    await repeats(calls[0], '/messaging/message', message, id)
  }
}

/** Checks that a repeat of a key gets the same response. */
async function repeats(call, path, body, id) {
  const response = await call('POST', path, body)
  if (response.status !== 201 || response.body.id !== id || response.headers['idempotent-replayed'] !== 'true') {
    throw new Error(
      `the response to ${body.idempotencyKey} was ${id}, and is now ${response.status} ${JSON.stringify(response.body)}`,
    )
  }
}

async function judgeContacts(service, { names, members }) {
  for (const [phone, possible] of names) {
    const [row] = await service.sql('select first_name as name from contact where phone = :phone', { phone })
    if (!possible.includes(row.name)) throw new Error(`${phone} was named ${possible.join(' or ')}, and is ${row.name}`)
  }
  const rows = await service.sql(MEMBERS)
  const found = new Set(rows.map(({ phone }) => phone))
  const missing = members.find((phone) => !found.has(phone))
  if (missing !== undefined) throw new Error(`${missing} joined, and is not a member`)
  const half = rows.find(({ groups, counted }) => groups !== 1 || counted !== rows.length)
  if (half !== undefined) throw new Error(`stored only in part, of ${rows.length} members: ${JSON.stringify(half)}`)
}

const SENDS = `
  select message.id, message.status, message.idempotency_key as key, idempotency_key.target,
         (select count(*) from fake_sms_submission
           where reference = message.account_id || '.' || message.id and failure_type is null) as texts
    from message
    left join idempotency_key on idempotency_key.account_id = message.account_id
     and idempotency_key.scope = 'message' and idempotency_key.key = message.idempotency_key
   where message.broadcast_id is null and message.idempotency_key is not null`

const MEMBERS = `
  select contact.phone, consent.active_groups as groups, contact_group.contact_count as counted
    from membership
    join contact on contact.account_id = membership.account_id and contact.id = membership.contact_id
    join contact_group on contact_group.account_id = membership.account_id and contact_group.id = membership.group_id
    join account on account.id = membership.account_id
    left join consent on consent.account_id = contact.account_id and consent.phone = contact.phone
   where account.name = '${ACCOUNT.name}' and membership.state = 'active'`
