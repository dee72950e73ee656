import { setTimeout as delay } from 'node:timers/promises'
import { Agent } from 'undici'
import { phonesOf, startBroadcast } from '../broadcasts/broadcasting.js'
import { untilBroadcast } from '../broadcasts/following.js'
import { anAccount } from '../../shared/sending.js'
import { startService } from '../../shared/service.js'

const RECIPIENTS = 50_000
const BROADCASTS = 3
const REQUESTS_PER_SECOND = 50
const BASELINE_MS = 20_000
const WARM_UP_MS = 5_000
const RATIO_MAX = 2
const ENDED_WITHIN_MS = 90_000
const PHONES = phonesOf(100)
const SENDERS = { Loud: '+12025550101', Neighbour: '+12025550102' }

/**
 * Measures single sends and reads of one account, alone and while another account sends broadcasts on the same server,
 * which also works on jobs. Throws if the p99 more than doubles; the short form does not check times.
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
    const measureFor = (ms) => measureTimes({ neighbour, random, isOver: lastingFor(short ? ms / 10 : ms) })
    await measureFor(WARM_UP_MS)
    const before = await measureFor(BASELINE_MS)
    say(`the neighbour alone: ${sketch(before)}`)
    const count = short ? 1 : BROADCASTS
    let areOver = false
    const sending = sendAll(busyAccount, count).finally(() => (areOver = true))
    const [underLoad] = await Promise.all([measureTimes({ neighbour, random, isOver: () => areOver }), sending])
    say(`beside ${count} broadcasts: ${sketch(underLoad)}`)
    return judge({ before, underLoad, isTimed: !short })
  } finally {
    await dispatcher.close()
    await service.stop()
  }
}

function lastingFor(ms) {
  const startedAt = performance.now()
  return () => performance.now() - startedAt > ms
}

/** Sends `count` broadcasts one after another, each to all of the phones. */
async function sendAll({ call, from, phones }, count) {
  const hasEnded = ({ completedAt }) => completedAt !== undefined
  for (let n = 0; n < count; n++) {
    const id = await startBroadcast(call, { from, phones, body: 'Hi {{contact_first_name}}, 20% off until Sunday.' })
    await untilBroadcast(call, id, { condition: hasEnded, withinMs: ENDED_WITHIN_MS, everyMs: 200 })
  }
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

function judge({ before, underLoad, isTimed }) {
  const figures = {}
  for (const kind of ['sends', 'reads']) {
    const [alone, crowded] = [before[kind], underLoad[kind]].map((took) => quantile(took, 0.99))
    figures[`neighbour's ${kind}, p99, ms`] = `${alone.toFixed(1)} alone, ${crowded.toFixed(1)} beside broadcasts`
    if (isTimed && crowded > RATIO_MAX * alone) {
      throw new Error(`the p99 of the neighbour's ${kind} went from ${alone.toFixed(1)} to ${crowded.toFixed(1)} ms`)
    }
  }
  return figures
}

function sketch(took) {
  const parts = Object.entries(took).map(([kind, times]) => {
    const [median, slow] = [0.5, 0.99].map((share) => quantile(times, share).toFixed(1))
    return `${times.length} ${kind}, median ${median} ms, p99 ${slow} ms`
  })
  return parts.join('; ')
}

function quantile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]
}
