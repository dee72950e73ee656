import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { KINDS, phonesOf, startBroadcast } from '../broadcasts/broadcasting.js'
import { untilBroadcast } from '../broadcasts/following.js'
import { randomNumbers } from '../../shared/random-numbers.js'
import { anAccount, program, readPhone } from '../../shared/sending.js'
import { startService } from '../../shared/service.js'
import { watchOrder } from './watch-order.js'

/** The number of phones that send a STOP at the same moment. */
const WRITERS = 16
/** Messages in flight are not counted yet, so the STOPs run ahead of the counts by this share. */
const LEAD = 0.2
/** Slow enough for the phones to keep up. */
const MESSAGES_PER_SECOND = 2_000
const ENDED_WITHIN_MS = 240_000
const REPLIED_WITHIN_MS = 60_000
const BODY = 'Hi {{contact_first_name}}, 20% off until Sunday.'

/** The kind of provider decides the length of a slice: 1,000 if no outcome is unknown after a crash, else 50. */
const ROUNDS = [
  {
    name: 'Long slices',
    from: '+12025550101',
    provider: KINDS.asks,
    sliceMax: 1_000,
    recipients: 50_000,
    stops: 2_000,
  },
  {
    name: 'Short slices',
    from: '+12025550102',
    provider: KINDS.guesses,
    sliceMax: 50,
    recipients: 20_000,
    stops: 800,
  },
]
const SHORT_SHARE = 0.1

export const campaign = {
  title:
    '2,000 STOPs during a broadcast to 50,000, and 800 during one to 20,000: no recipient is sent to after the STOP was stored',

  async run({ seed, short, say }) {
    const service = await startService({ processes: 2 })
    const dispatcher = new Agent({ connections: WRITERS + 1 })
    const share = short ? SHORT_SHARE : 1
    const random = randomNumbers(seed)
    try {
      const order = await watchOrder(service)
      const figures = {}
      for (const round of ROUNDS) {
        const size = { recipients: round.recipients * share, stops: round.stops * share }
        const found = await race({ service, order, dispatcher, random, say }, { ...round, ...size })
        for (const [name, value] of Object.entries(found)) figures[`${round.name.toLowerCase()}: ${name}`] = value
      }
      return figures
    } finally {
      await dispatcher.close()
      await service.stop()
    }
  },
}

async function race(scene, { name, from, provider, sliceMax, recipients, stops }) {
  const { service, order, random, say, dispatcher } = scene
  const phones = phonesOf(recipients)
  const key = { id: `key_${from.slice(-3)}`, secret: 'a-secret-of-the-campaign' }
  const credits = { sms: 2 * recipients }
  const [call] = await anAccount(service, { name, key, from, phones: [], credits, dispatcher })
  const serviceTexts = { perHour: stops * 2, perDay: stops * 2 }
  await service.apply({ name, serviceTexts, numbers: [{ number: from, messagesPerSecond: MESSAGES_PER_SECOND }] })
  await service.importContacts(name, { group: 'All', phones })
  // Programs the provider of each process; otherwise the first slice of a process would have a different length.
  for (const url of service.urls) await program(url, { outcome: 'accept', ...provider })
  say(`${name}: ${recipients} have opted in`)

  const id = await startBroadcast(call, { from, phones, body: BODY })
  const writers = picked(phones, stops, random)
  const ended = await storm(scene, { call, id, from, writers })
  say(`${name}: ${ended.status}, ${ended.counts.sent} sent, ${ended.counts.failed} failed`)
  const attempts = await order.judge({ broadcast: id, stops })
  if (attempts < recipients / sliceMax)
    throw new Error(`${attempts} attempts at ${recipients}: the slices are too long`)
  const outcome = await judgeMessages(service, { ended, writers, recipients })
  await judgePhones(service, { ended, from, outcome, writers })
  await judgeCredits(call, { granted: credits.sms, ...outcome })
  return {
    'STOPs before the attempt': outcome.stopped.size,
    'STOPs after it': stops - outcome.stopped.size,
    attempts,
    sent: outcome.sent.size,
  }
}

/** Sends the STOPs in random order at the pace of the broadcast, and the remaining ones when it has ended. */
async function storm({ service, dispatcher, random }, { call, id, from, writers }) {
  let due = 0
  let written = 0
  const write = async () => {
    while (written < writers.length) {
      if (written >= due) {
        await delay(5)
        continue
      }
      const phone = writers[written++]
      const url = service.urls[Math.floor(random() * service.urls.length)]
      await writeStop({ url, dispatcher, from: phone, to: from })
    }
  }
  const hasEnded = ({ counts: { sent, failed }, totalRecipients, completedAt }) => {
    due = completedAt ? writers.length : Math.ceil((LEAD + (sent + failed) / totalRecipients) * writers.length)
    return completedAt !== undefined
  }
  const ending = untilBroadcast(call, id, { condition: hasEnded, withinMs: ENDED_WITHIN_MS, everyMs: 20 })
  try {
    await Promise.all([ending, ...Array.from({ length: WRITERS }, write)])
    return await ending
  } finally {
    // If one phone has failed, the others stop.
    written = writers.length
  }
}

async function writeStop({ url, dispatcher, from, to }) {
  const { statusCode, body } = await request(`${url}/sim/inbound`, {
    method: 'POST',
    dispatcher,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from, to, body: 'STOP' }),
  })
  await body.dump()
  if (statusCode >= 300) throw new Error(`a STOP got the response ${statusCode}`)
}

/** Checks that each recipient has one message, either sent or stopped by a STOP; returns both sets and the cost. */
async function judgeMessages(service, { ended, writers, recipients }) {
  const messages = await service.sql(MESSAGES, { broadcast: ended.id })
  const sent = new Set(messages.filter(({ status }) => status === 'sent').map(({ phone }) => phone))
  const failed = messages.filter(({ status }) => status === 'failed')
  const stopped = new Set(failed.map(({ phone }) => phone))
  if (ended.status !== 'completed' || messages.length !== recipients || sent.size + stopped.size !== recipients) {
    throw new Error(`${ended.status}: ${sent.size} sent and ${stopped.size} failed of ${recipients} recipients`)
  }
  if (ended.counts.sent !== sent.size || ended.counts.failed !== stopped.size) {
    throw new Error(`the counts of the broadcast, ${JSON.stringify(ended.counts)}, differ from its messages`)
  }
  const isWriter = new Set(writers)
  const strange = failed.find(({ phone, failure }) => failure !== 'opted_out_before_send' || !isWriter.has(phone))
  if (strange !== undefined) throw new Error(`${strange.phone} failed of ${strange.failure}`)
  if (stopped.size === 0 || stopped.size === writers.length)
    throw new Error('no race: every STOP came before its attempt, or every STOP after it')
  const costs = messages.filter(({ status }) => status === 'sent').map(({ cost }) => cost)
  if (costs.some((cost) => cost !== 1 && cost !== 2)) throw new Error('a text costs a credit, and one for the look-up')
  return { sent, stopped, spent: costs.reduce((one, other) => one + other) }
}

const MESSAGES = `
  select to_number as phone, status, failure_type as failure, cost_sms as cost
    from message
   where broadcast_id = :broadcast`

/** Checks that exactly the sent recipients got one text each, and that each STOP got one reply. */
async function judgePhones(service, { ended, from, outcome, writers }) {
  const { replies, sent } = await untilReplied(service, { from, writers })
  const replied = new Set(replies.map(({ to }) => to))
  if (replies.length !== writers.length || writers.some((phone) => !replied.has(phone))) {
    throw new Error(`${replies.length} replies to ${writers.length} STOPs, on ${replied.size} phones`)
  }
  const strange = sent.find(({ to }) => !outcome.sent.has(to))
  if (strange !== undefined) throw new Error(`${strange.to} has a text of ${ended.id} that was not sent`)
  const reached = new Set(sent.map(({ to }) => to))
  if (sent.length !== outcome.sent.size || reached.size !== outcome.sent.size) {
    throw new Error(`${sent.length} texts on ${reached.size} phones, ${outcome.sent.size} were sent`)
  }
}

/** Waits for the replies: they are throttled too, so the last ones may still be in flight. */
async function untilReplied(service, { from, writers }) {
  const deadline = performance.now() + REPLIED_WITHIN_MS
  for (;;) {
    const texts = (await readPhone(service.urls[0])).filter((text) => text.from === from)
    const replies = texts.filter(({ body }) => body.includes('opted out'))
    const sent = texts.filter(({ body }) => !body.includes('opted out'))
    if (replies.length >= writers.length || performance.now() > deadline) return { replies, sent }
    await delay(1_000)
  }
}

async function judgeCredits(call, { granted, spent }) {
  const { body } = await call('GET', '/account/credits')
  if (body.sms !== granted - spent || body.reserved.sms !== 0) {
    throw new Error(`${granted} credits were granted and the texts cost ${spent}: ${JSON.stringify(body)}`)
  }
}

/** Picks `count` of `all` at random. */
function picked(all, count, random) {
  const rest = [...all]
  return Array.from({ length: count }, () => {
    const i = Math.floor(random() * rest.length)
    const one = rest[i]
    rest[i] = rest.at(-1)
    rest.pop()
    return one
  })
}
