import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { startCarillonWorkers } from '../../shared/carillon-workers.js'
import { randomNumbers } from '../../shared/random-numbers.js'
import { program } from '../../shared/sending.js'
import { startService } from '../../shared/service.js'
import { judgeLedger } from '../credits/judge-ledger.js'
import { aBroadcaster, phonesOf, startBroadcast, untilEnded, untilNoJobs } from './broadcasting.js'
import { judgePools } from './judge-pools.js'

/** `rates`: of the numbers of the pool. The first one has the area code of a tenth of the recipients. */
const LONG = { recipients: 100_000, rates: [80, 160, 240, 320, 400], kills: 10 }
const SHORT = { recipients: 10_000, rates: [40, 80, 120, 160, 200], kills: 2 }
const NUMBERS = ['+12025550101', '+13055550102', '+14155550103', '+15125550104', '+16175550105']
/** This number is made inactive during the second broadcast. */
const INACTIVE = NUMBERS[1]
const POOL = { id: 'pool_01kjmma2g0007vq7wrdymx37zc', name: 'Campaign', numbers: NUMBERS }
const KEY = { id: 'key_pools', secret: 'a-secret-of-the-campaign' }
const ACCOUNT = { name: 'Pools', key: KEY, from: '+12025550109' }
const REQUEST_MAX = 50_000
const STICKY = 0.1
const WORKERS = 2
const KILL_WITHIN_MS = 4_000
const TRAITS = { deduplicates: true, canBeAsked: true }
const LATENCY_MS = 200
/**
 * A slice that began before a number became inactive reaches the provider within this time, or within a lease if its worker
 * died.
 */
const IN_FLIGHT_MS = 12_000

export const campaign = {
  title: `two broadcasts to ${LONG.recipients} over ${NUMBERS.length} numbers under kills: everybody once, rates kept in every 10 s, everybody keeps their number`,

  async run({ seed, short, say }) {
    const given = short ? SHORT : LONG
    const random = randomNumbers(seed)
    const service = await startService({ works: false })
    try {
      const phones = phonesOfAreas(given.recipients)
      const [call] = await aBroadcaster(service, { ...ACCOUNT, phones })
      await setUpPool(service, { phones, rates: given.rates })
      await program(service.urls[0], { outcome: 'accept', latencyMs: LATENCY_MS, ...TRAITS })
      return await runBroadcasts({ service, call, phones, random, say, ...given })
    } finally {
      await service.stop()
    }
  },
}

/** A tenth of the numbers has the area code of the first number of the pool, and the others have that of none. */
function phonesOfAreas(count) {
  return phonesOf(count).map((phone, n) => (n % 10 === 1 ? phone : phone.replace('+1202', '+1303')))
}

/** Some people have the last number of the pool already. */
async function setUpPool(service, { phones, rates }) {
  const numbers = NUMBERS.map((number, n) => ({ number, messagesPerSecond: rates[n] }))
  await service.apply({ name: ACCOUNT.name, numbers: [{ number: ACCOUNT.from }, ...numbers] })
  await service.sql('update account set pools = :pools where name = :name', {
    pools: JSON.stringify([POOL]),
    name: ACCOUNT.name,
  })
  const sticky = phones.slice(0, phones.length * STICKY)
  const number = NUMBERS.at(-1)
  await service.sql(ADD_MEMBERS, { name: ACCOUNT.name, pool: POOL.id, phones: sticky.join(','), number })
  await service.sql(ADD_LOAD, { name: ACCOUNT.name, pool: POOL.id, number, people: sticky.length })
}

const ADD_MEMBERS = `
  insert into pool_member (account_id, pool_id, phone, number)
  select account.id, :pool, phone, :number
    from account, unnest(string_to_array(:phones, ',')) as phone
   where account.name = :name`

const ADD_LOAD = `
  insert into pool_load (account_id, pool_id, number, people)
  select account.id, :pool, :number, :people from account where account.name = :name`

async function runBroadcasts({ service, call, phones, random, say, recipients, rates, kills }) {
  const endedWithinMs = 60_000 + (4_000 * recipients) / rates[0]
  const workers = await startCarillonWorkers(service, { count: WORKERS })
  const killing = async () => {
    for (let kill = 1; kill <= kills; kill++) {
      await delay(random() * KILL_WITHIN_MS)
      const place = Math.floor(random() * WORKERS)
      await workers.kill(place)
      workers.replace(place)
    }
  }
  try {
    const first = await startAll(call, phones)
    await killing()
    for (const id of first) await untilEnded(service, id, { withinMs: endedWithinMs })
    say(`${recipients} got their first message`)
    const second = await startAll(call, phones)
    await untilHalf(service, second, { withinMs: endedWithinMs })
    await service.apply({ name: ACCOUNT.name, numbers: [{ number: INACTIVE, status: 'inactive' }] })
    const [{ at: inactiveAt }] = await service.sql('select now() as at')
    const stopped = await stopSome(call, service, { first, second })
    await killing()
    for (const id of second) await untilEnded(service, id, { withinMs: endedWithinMs })
    await untilNoJobs(service, { withinMs: endedWithinMs })
    say('the second broadcast has ended')
    await judgeLedger(service, ACCOUNT.name)
    const graceUntil = new Date(new Date(inactiveAt).getTime() + IN_FLIGHT_MS)
    const rated = Object.fromEntries(NUMBERS.map((number, n) => [number, rates[n]]))
    const given = { first, second, recipients, stopped, rates: rated, inactive: INACTIVE, graceUntil, pool: POOL }
    return { kills: 2 * kills, ...(await judgePools(service, given)) }
  } finally {
    await workers.stop()
  }
}

async function startAll(call, phones) {
  const ids = []
  for (let i = 0; i < phones.length; i += REQUEST_MAX) {
    ids.push(await startBroadcast(call, { from: POOL.id, phones: phones.slice(i, i + REQUEST_MAX), body: 'Hello' }))
  }
  return ids
}

async function untilHalf(service, ids, { withinMs }) {
  const deadline = performance.now() + withinMs
  for (;;) {
    const [{ sent, total }] = await service.sql(
      'select sum(sent) as sent, sum(total) as total from broadcast where id = any(:ids)',
      { ids },
    )
    if (2 * Number(sent) >= Number(total)) return
    if (performance.now() > deadline) throw new Error(`${sent} of ${total} were sent after ${withinMs / 1000} s`)
    await delay(250)
  }
}

/** STOPs of people who have no message of the second broadcast yet, to another number than their own. */
async function stopSome(call, service, { first, second }) {
  const rows = await service.sql(NOT_YET, { first, second })
  const last = rows.map(({ phone }) => phone)
  for (const phone of last) {
    const response = await request(`${service.urls[0]}/sim/inbound`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from: phone, to: NUMBERS[2], body: 'STOP' }),
    })
    const text = await response.body.text()
    if (response.statusCode !== 200) throw new Error(`a STOP got the response ${response.statusCode} ${text}`)
  }
  const refused = []
  for (const to of last) {
    const { status } = await call('POST', '/messaging/message', { to, from: POOL.id, body: 'Hello' })
    if (status < 400) throw new Error(`${to} was texted after its STOP`)
    refused.push(to)
  }
  return refused
}

const NOT_YET = `
  select to_number as phone
    from message
   where broadcast_id = any (:first)
     and from_number <> '${NUMBERS[2]}'
     and not exists (
           select from message as later where later.to_number = message.to_number and later.broadcast_id = any (:second)
         )
   order by to_number desc
   limit 5`
