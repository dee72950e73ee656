import { setTimeout as delay } from 'node:timers/promises'
import { becameTrue } from '../became-true.js'
import { aBroadcaster, phonesOf, startBroadcast, untilEnded } from '../broadcasts/broadcasting.js'
import { startCarillonWorkers } from '../../shared/carillon-workers.js'
import { randomNumbers } from '../../shared/random-numbers.js'
import { startService } from '../../shared/service.js'
import { bringForward } from './bring-forward.js'
import { judgeDeliveries } from './judge-deliveries.js'
import { judgeTries } from './judge-tries.js'
import { lateness, steadySends } from './lateness.js'
import { startReceivers } from './start-receivers.js'

const LONG = { recipients: 2_000, joins: 500, sends: 500, kills: 12, steadyMs: 15_000, judgesTime: true }
/** The short form runs on a busy machine, so it only reports times. */
const SHORT = { recipients: 250, joins: 50, sends: 50, kills: 2, steadyMs: 3_000, judgesTime: false }
const ACCOUNT = {
  name: 'Webhooks',
  key: { id: 'key_webhooks', secret: 'a-secret-of-the-campaign' },
  from: '+12025550101',
}
const WORKERS = 2
const CLIENTS = 8
const ENV = { CARILLON_WEBHOOKS_ALLOW_PRIVATE: '1' }
const KILL_WITHIN_MS = 2_000
const DRAINED_WITHIN_MS = 120_000

const ALL = ['message.sent', 'contacts.group.opted_in', 'contacts.group.opted_out', 'broadcast.completed']
/** The subscriptions of each receiver. The dead one has fewer, because all tries of each of its deliveries fail. */
const RECEIVERS = [
  { name: 'healthy', behaviour: 'healthy', events: ALL },
  { name: 'moody', behaviour: 'moody', events: ALL },
  { name: 'hanging', behaviour: 'hanging', events: ALL },
  { name: 'dripping', behaviour: 'dripping', events: ALL },
  { name: 'redirecting', behaviour: 'redirecting', events: ALL },
  { name: 'leaving', behaviour: 'leaving', events: ALL },
  { name: 'dead', behaviour: 'dead', events: ALL.slice(1) },
].map((receiver, i) => ({ ...receiver, secret: `whsec_${Buffer.alloc(32, i + 1).toString('base64')}` }))

export const campaign = {
  title: `kill -9 of workers ${LONG.kills} times while events go to receivers that fail, hang, drip, redirect and leave: 0 lost, all verified, tries on their schedule`,

  async run({ seed, short, say }) {
    const form = short ? SHORT : LONG
    const service = await startService({ works: false, env: ENV })
    const receivers = await startReceivers(RECEIVERS, { seed })
    const workers = await startCarillonWorkers(service, { count: WORKERS, env: ENV })
    try {
      const phones = phonesOf(form.recipients)
      const [call] = await aBroadcaster(service, { ...ACCOUNT, phones })
      const fixture = { service, receivers, workers, call, phones, say, random: randomNumbers(seed), ...form }
      await untilAtWork(service)
      const alone = await steadily(fixture, 'healthy')
      say(`alone, the healthy receiver gets an event after ${alone.medianMs} ms, p99 ${alone.p99Ms}`)
      await subscribe(fixture, RECEIVERS)
      const deaths = await loadAndKill(fixture)
      await drain(fixture)
      const underLoad = await steadily(fixture, 'healthy')
      say(`beside the others, after ${underLoad.medianMs} ms, p99 ${underLoad.p99Ms}`)
      if (form.judgesTime) judgeTime(alone, underLoad)
      const moved = await bringForward(fixture, { receivers: RECEIVERS, untilMs: DRAINED_WITHIN_MS })
      const seen = await receivers.requests()
      const judged = await judgeDeliveries(fixture, { receivers: RECEIVERS, seen })
      const tries = await judgeTries(fixture, { receivers: RECEIVERS, seen, moved, deaths })
      return {
        kills: form.kills,
        ...judged,
        ...tries,
        'median alone and beside the others, ms': `${alone.medianMs} and ${underLoad.medianMs}`,
        'p99 alone and beside the others, ms': `${alone.p99Ms} and ${underLoad.p99Ms}`,
      }
    } finally {
      await workers.stop()
      await receivers.stop()
      await service.stop()
    }
  },
}

/**
 * Measures the time from event to receiver for messages sent one by one. The first call subscribes only this receiver.
 */
async function steadily(fixture, name) {
  const { service, receivers } = fixture
  const [{ count }] = await service.sql('select count(*)::integer as count from webhook_endpoint')
  if (count === 0) await subscribe(fixture, [RECEIVERS.find((one) => one.name === name)])
  const ids = await steadySends(fixture, { from: ACCOUNT.from, forMs: fixture.steadyMs })
  return lateness(service, { ids, name, receivers })
}

function subscribe({ service, receivers }, some) {
  const webhooks = some.map(({ name, events, secret }) => ({ url: receivers.urlOf(name), events, secret }))
  return service.apply({ name: ACCOUNT.name, webhooks })
}

async function untilAtWork(service) {
  const areThere = async () => (await service.sql(WORKERS_UP))[0].workers === WORKERS
  if (!(await becameTrue(areThere, { withinMs: UP_WITHIN_MS }))) throw new Error('the workers have not come up')
}

const UP_WITHIN_MS = 60_000
const WORKERS_UP = `
  select count(distinct application_name)::integer as workers from pg_stat_activity where application_name like 'worker-%'`

/** Makes all requests that cause events, while workers are killed; returns the result of `killAll`. */
async function loadAndKill(fixture) {
  const { service, call, phones, joins, sends } = fixture
  const broadcast = await startBroadcast(call, { from: ACCOUNT.from, phones, body: 'Ding dong' })
  const [{ id: group }] = await service.sql(GROUP, { name: ACCOUNT.name })
  const writes = [
    ...Array.from({ length: sends }, (_, n) => () => send(call, phones[n % phones.length])),
    ...Array.from({ length: joins }, (_, n) => () => joinAndLeave(call, { group, phone: `+1202${3_000_000 + n}`, n })),
  ]
  const client = async () => {
    for (let write = writes.pop(); write !== undefined; write = writes.pop()) await write()
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client))
  const deaths = await Promise.race([killAll(fixture), clients.then(() => new Promise(() => {}))])
  await clients
  await untilEnded(service, broadcast, { withinMs: DRAINED_WITHIN_MS })
  return deaths
}

const GROUP = `
  select contact_group.id from contact_group join account on account.id = account_id where account.name = :name`

/** Kills workers. Returns, for each death, when a worker was available: at once if another one was running. */
async function killAll({ service, kills, workers, random, say }) {
  const atWork = new Array(WORKERS).fill(Promise.resolve())
  const deaths = []
  for (let kill = 1; kill <= kills; kill++) {
    await becameTrue(async () => (await service.sql(DELIVERING)).length > 0, { withinMs: DELIVERING_WITHIN_MS })
    await delay(random() * KILL_WITHIN_MS)
    const place = Math.floor(random() * WORKERS)
    await workers.kill(place)
    const diedAt = new Date()
    workers.replace(place)
    atWork[place] = untilReplaced(service, place, diedAt)
    deaths.push(Promise.any(atWork).then(() => Date.now()))
    if (kill % 4 === 0) say(`${kill} workers were killed`)
  }
  return Promise.all(deaths)
}

/** Waits until the replacement has opened its first connection to the database. */
async function untilReplaced(service, place, diedAt) {
  const isThere = async () => (await service.sql(REPLACED, { name: `worker-${place}`, diedAt })).length > 0
  if (!(await becameTrue(isThere, { withinMs: DRAINED_WITHIN_MS }))) throw new Error('a worker has not come up')
}

const REPLACED = 'select from pg_stat_activity where application_name = :name and backend_start > :diedAt limit 1'

const DELIVERING_WITHIN_MS = 5_000
const DELIVERING = `select from job where kind = 'deliver-events' and fence is not null limit 1`

async function send(call, to) {
  const { status, body } = await call('POST', '/messaging/message', { to, from: ACCOUNT.from, body: 'Ding' })
  if (status !== 201) throw new Error(`a send got the response ${status} ${JSON.stringify(body)}`)
}

/** Adds a contact to the group; every other contact leaves it again. */
async function joinAndLeave(call, { group, phone, n }) {
  const path = `/contacts/by-phone/${phone}`
  const callApi = async (...request) => {
    const { status, body } = await call(...request)
    if (status >= 300) throw new Error(`${request[0]} ${request[1]} answered ${status} ${JSON.stringify(body)}`)
  }
  await callApi('POST', path, {})
  await callApi('POST', `${path}/groups/${group}`, { optInMode: 'SILENT' })
  if (n % 2 === 0) await callApi('DELETE', `${path}/groups/${group}`)
}

/** Waits until the outbox is empty, and every delivery to an enabled endpoint has ended or was tried twice. */
async function drain({ service }) {
  const isDrained = async () => (await service.sql(WAITING)).every(({ waiting }) => waiting === 0)
  if (await becameTrue(isDrained, { withinMs: DRAINED_WITHIN_MS })) return
  throw new Error(`not drained in ${DRAINED_WITHIN_MS} ms: ${JSON.stringify(await service.sql(WAITING))}`)
}

const WAITING = `
  select count(*)::integer as waiting from outbox
  union all
  select count(*)::integer
    from webhook_delivery
    join webhook_endpoint on webhook_endpoint.id = endpoint_id and disabled_at is null
   where status = 'pending' and tries < 2`

/** The other receivers may delay the healthy one only by the processor time that they need. */
function judgeTime(alone, underLoad) {
  if (underLoad.medianMs > 2 * alone.medianMs + 500 || underLoad.p99Ms > 2 * alone.p99Ms + 2_000) {
    throw new Error(`the healthy receiver gets events late: ${JSON.stringify({ alone, underLoad })}`)
  }
}
