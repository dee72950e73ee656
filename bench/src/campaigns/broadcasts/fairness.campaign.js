import { setTimeout as delay } from 'node:timers/promises'
import { phonesOf, startBroadcast } from './broadcasting.js'
import { readBroadcast, untilBroadcast } from './following.js'
import { randomNumbers } from '../../shared/random-numbers.js'
import { anAccount } from '../../shared/sending.js'
import { startService } from '../../shared/service.js'

const RECIPIENTS = 50_000
const SMALL = 10
const IDLE_ROUNDS = 12
const BROADCASTS = 3
const LATER_MAX_MS = 1_000
const ENDED_WITHIN_MS = 90_000
/** An idle worker polls every second, so requests come at random moments within that second. */
const GAP_MAX_MS = { alone: 1_000, underLoad: 100 }
const SENDERS = { Large: '+12025550101', Other: '+12025550102' }

export const campaign = {
  title: `a batch to ${SMALL} and a single send, while one worker sends to ${RECIPIENTS}: they start at most 1 s later than alone`,

  async run({ seed, short, say }) {
    const recipients = short ? RECIPIENTS / 10 : RECIPIENTS
    const service = await startService()
    const random = randomNumbers(seed)
    try {
      const phones = phonesOf(recipients)
      const accounts = []
      for (const name of Object.keys(SENDERS)) accounts.push(await open(service, { name, phones }))
      say(`${recipients} have opted in to each account`)
      const idle = new Starts()
      const alone = { accounts, random, starts: idle, gapMaxMs: GAP_MAX_MS.alone }
      for (let round = 0; round < (short ? 2 : IDLE_ROUNDS); round++) await measure(alone)
      say(`alone: ${idle}`)
      const busy = new Starts()
      for (let n = 0; n < (short ? 1 : BROADCASTS); n++) {
        await during(accounts[0], () => measure({ accounts, random, starts: busy, gapMaxMs: GAP_MAX_MS.underLoad }))
        say(`beside ${n + 1} broadcasts: ${busy}`)
      }
      await judgeEnds(accounts)
      return judge({ idle, busy, isTimed: !short })
    } finally {
      await service.stop()
    }
  },
}

async function open(service, { name, phones }) {
  const key = { id: `key_${name.toLowerCase()}`, secret: 'a-secret-of-the-campaign' }
  const from = SENDERS[name]
  const [call] = await anAccount(service, { name, key, from, phones: [], credits: { sms: 1_000_000 } })
  await service.importContacts(name, { group: 'All', phones })
  return { name, call, from, phones, batches: [] }
}

/** Starts a broadcast, and repeats `measure` while the broadcast is running. */
async function during({ call, from, phones }, measure) {
  const id = await startBroadcast(call, { from, phones, body: 'Hi {{contact_first_name}}, 20% off until Sunday.' })
  const isOver = async () => (await readBroadcast(call, id)).completedAt !== undefined
  do await measure()
  while (!(await isOver()))
}

/** Starts one send of each kind in each account, to recipients who may be in the large broadcast too. */
async function measure({ accounts, random, starts, gapMaxMs }) {
  for (const account of accounts) {
    await delay(random() * gapMaxMs)
    starts.add(`single send, ${account.name}`, await startOfSingle(account, random))
    await delay(random() * gapMaxMs)
    starts.add(`batch of ${SMALL}, ${account.name}`, await startOfBatch(account, random))
  }
}

/** The time from the request to the submission, by the machine's clock. */
async function startOfSingle({ call, from, phones }, random) {
  const to = phones[Math.floor(random() * phones.length)]
  const requestedAt = Date.now()
  const { status, body } = await call('POST', '/messaging/message', { from, to, body: 'Your table is ready.' })
  if (status !== 201 || body.status !== 'sent')
    throw new Error(`a send got the response ${status}: ${JSON.stringify(body)}`)
  return Date.parse(body.sentAt) - requestedAt
}

/** The time from the request to the first attempt. */
async function startOfBatch({ call, from, phones, batches }, random) {
  const first = Math.floor(random() * (phones.length - SMALL))
  const recipients = phones.slice(first, first + SMALL).map((to) => ({ to, body: 'Your table is ready.' }))
  const requestedAt = Date.now()
  const { status, body } = await call('POST', '/messaging/batch', { from, recipients })
  if (status !== 201) throw new Error(`a batch got the response ${status}: ${JSON.stringify(body)}`)
  batches.push(body.id)
  const hasStarted = ({ startedAt }) => startedAt !== undefined
  const { startedAt } = await untilBroadcast(call, body.id, { condition: hasStarted, withinMs: ENDED_WITHIN_MS })
  return Date.parse(startedAt) - requestedAt
}

async function judgeEnds(accounts) {
  for (const { call, batches } of accounts) {
    for (const id of batches) {
      const hasEnded = ({ completedAt }) => completedAt !== undefined
      const { counts } = await untilBroadcast(call, id, { condition: hasEnded, withinMs: ENDED_WITHIN_MS })
      if (counts.sent !== SMALL) throw new Error(`${id} has ended with ${JSON.stringify(counts)}`)
    }
  }
}

function judge({ idle, busy, isTimed }) {
  const figures = {}
  for (const [what, starts] of busy.all) {
    const alone = medianOf(idle.all.get(what))
    const underLoad = medianOf(starts)
    figures[`${what}, ms`] = `${alone} alone, ${underLoad} during the broadcast (${starts.length})`
    if (isTimed && underLoad - alone > LATER_MAX_MS) {
      throw new Error(`${what}: starts after ${underLoad} ms in the median, and alone after ${alone} ms`)
    }
  }
  return figures
}

/** How long each send took to start, by its kind. */
class Starts {
  all = new Map()

  add(what, tookMs) {
    this.all.set(what, [...(this.all.get(what) ?? []), tookMs])
  }

  toString() {
    return [...this.all].map(([what, starts]) => `${what} ${medianOf(starts)} ms`).join('; ')
  }
}

function medianOf(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
