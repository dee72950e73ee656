import { setTimeout as delay } from 'node:timers/promises'
import { Agent } from 'undici'
import { phonesOf, startBroadcast, untilEnded } from '../broadcasts/broadcasting.js'
import { quantile } from '../../shared/quantile.js'
import { anAccount } from '../../shared/sending.js'
import { startService } from '../../shared/service.js'

const RECIPIENTS = 50_000
const ROUNDS = 3
const REQUESTS_PER_SECOND = 50
const ALONE_MS = 10_000
const WARM_UP_MS = 5_000
const RATIO_MAX = 2
const ENDED_WITHIN_MS = 120_000
const PHONES = phonesOf(100)
const SENDERS = { Loud: '+12025550101', Neighbour: '+12025550102' }

/**
 * Measures single sends and reads of one account, alone and while another account sends a broadcast on the same server,
 * which also works on jobs, and then a broadcast without any requests. Each round has all three, so that other load on
 * the machine affects all of them. Throws if the p99 more than doubles; the short form does not check times.
 */
export async function measureNeighbour({ random, short, say }) {
  const service = await startService()
  const dispatcher = new Agent({ connections: 64 })
  try {
    const open = async (name, phones) => {
      const key = { id: `key_${name.toLowerCase()}`, secret: 'a-secret-of-the-campaign' }
      const credits = { sms: 1_000_000 }
      const [call] = await anAccount(service, { name, key, from: SENDERS[name], phones: [], credits, dispatcher })
      await service.importContacts(name, { group: 'All', phones })
      return { call, from: SENDERS[name], phones }
    }
    const busyAccount = await open('Loud', phonesOf(short ? RECIPIENTS / 10 : RECIPIENTS))
    const neighbour = await open('Neighbour', PHONES)
    const measure = (isOver) => measureTimes({ neighbour, random, isOver })
    await measure(lastingFor(short ? WARM_UP_MS / 10 : WARM_UP_MS))
    const alone = { sends: [], reads: [] }
    const beside = { sends: [], reads: [] }
    const broadcasts = { beside: [], alone: [] }
    for (let round = 1; round <= (short ? 1 : ROUNDS); round++) {
      add(alone, await measure(lastingFor(short ? ALONE_MS / 10 : ALONE_MS)))
      let isOver = false
      const sending = sendBroadcast(service, busyAccount).finally(() => (isOver = true))
      const [took, tookMs] = await Promise.all([measure(() => isOver), sending])
      add(beside, took)
      broadcasts.beside.push(tookMs)
      broadcasts.alone.push(await sendBroadcast(service, busyAccount))
      say(`${round}: the neighbour alone: ${sketch(alone)}; beside a broadcast: ${sketch(beside)}`)
    }
    return judge({ alone, beside, broadcasts, recipients: busyAccount.phones.length, isTimed: !short })
  } finally {
    await dispatcher.close()
    await service.stop()
  }
}

function lastingFor(ms) {
  const startedAt = performance.now()
  return () => performance.now() - startedAt > ms
}

/**
 * Sends a broadcast to all of the phones, and returns the time from its first attempt to its end. It is followed in the
 * database: requests for its progress would be requests that wait beside it.
 */
async function sendBroadcast(service, { call, from, phones }) {
  const id = await startBroadcast(call, { from, phones, body: 'Hi {{contact_first_name}}, 20% off until Sunday.' })
  await untilEnded(service, id, { withinMs: ENDED_WITHIN_MS })
  const [{ took }] = await service.sql(TOOK, { id })
  return Number(took)
}

const TOOK = `select extract(epoch from completed_at - started_at) * 1000 as took from broadcast where id = :id`

function add(all, { sends, reads }) {
  all.sends.push(...sends)
  all.reads.push(...reads)
}

/** Makes requests at a fixed rate without waiting for responses; every other one is a send. */
async function measureTimes({ neighbour, random, isOver }) {
  const took = { sends: [], reads: [] }
  const open = new Set()
  const broken = []
  const startedAt = performance.now()
  for (let requests = 0; !isOver() && broken.length === 0; await delay(2)) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * REQUESTS_PER_SECOND)
    for (; requests < due; requests++) {
      const kind = requests % 2 === 0 ? 'sends' : 'reads'
      const one = time(neighbour, kind, random)
        .then((ms) => took[kind].push(ms))
        .catch((error) => broken.push(error))
        .finally(() => open.delete(one))
      open.add(one)
    }
  }
  await Promise.all(open)
  if (broken.length > 0) throw broken[0]
  return took
}

async function time({ call, from, phones }, kind, random) {
  const phone = phones[Math.floor(random() * phones.length)]
  const startedAt = performance.now()
  const { status, body } =
    kind === 'sends'
      ? await call('POST', '/messaging/message', { from, to: phone, body: 'Your table is ready.' })
      : await call('GET', `/contacts/by-phone/${phone}`)
  if (status >= 300) throw new Error(`a request of the neighbour got the response ${status}: ${JSON.stringify(body)}`)
  return performance.now() - startedAt
}

function judge({ alone, beside, broadcasts, recipients, isTimed }) {
  const figures = {}
  const slow = []
  for (const kind of ['sends', 'reads']) {
    const [before, crowded] = [alone[kind], beside[kind]].map((took) => quantile(took, 0.99))
    const ratio = crowded / before
    figures[`neighbour's ${kind}, p99, ms`] =
      `${before.toFixed(1)} alone, ${crowded.toFixed(1)} beside broadcasts: ${ratio.toFixed(1)} times`
    if (ratio > RATIO_MAX) slow.push(`the p99 of the neighbour's ${kind} is ${ratio.toFixed(1)} times that alone`)
  }
  for (const [how, times] of Object.entries(broadcasts)) {
    const rate = (recipients / quantile(times, 0.5)) * 1_000
    figures[`broadcast ${how === 'alone' ? 'without requests' : 'beside requests'}, messages/s`] = rate.toFixed(0)
  }
  if (isTimed && slow.length > 0) throw new Error(`${slow.join('; ')}: ${JSON.stringify(figures)}`)
  return figures
}

function sketch(took) {
  const parts = Object.entries(took).map(([kind, times]) => {
    const [median, slow] = [0.5, 0.99].map((share) => quantile(times, share).toFixed(1))
    return `${times.length} ${kind}, median ${median} ms, p99 ${slow} ms`
  })
  return parts.join('; ')
}
