import { setTimeout as delay } from 'node:timers/promises'
import { startCarillonWorkers } from '../../shared/carillon-workers.js'
import { randomNumbers } from '../../shared/random-numbers.js'
import { program } from '../../shared/sending.js'
import { startService } from '../../shared/service.js'
import { becameTrue } from '../became-true.js'
import { judgeLedger } from '../credits/judge-ledger.js'
import { aBroadcaster, KINDS, phonesOf, untilEnded, untilNoJobs } from './broadcasting.js'
import { readBroadcast, untilBroadcast } from './following.js'
import { judgeBroadcast } from './judge-broadcast.js'

/** Each nth pause kills a worker. Its claims end after 30 s, so this takes most of the time. */
const LONG = { recipients: 50_000, pauses: 20, killEach: 2 }
const SHORT = { recipients: 6_000, pauses: 3, killEach: 3 }
const CANARY = { recipients: 500, waitMinutes: 30, stopWhen: { failedOver: 0.05, atLeast: 200 } }
/** How many of every ten recipients of the canary the carrier refuses. */
const REFUSED_OF_TEN = 3
const WORKERS = 2
const KEY = { id: 'key_canary', secret: 'a-secret-of-the-campaign' }
const ACCOUNT = { name: 'Canary', key: KEY, from: '+12025550101' }
const WITHIN_MS = 120_000
/** The provider's response time, so that pauses come while slices are being submitted. */
const LATENCY_MS = 800
/** How long a paused broadcast is watched for messages that must not come. */
const STILL_MS = 1_500

export const campaign = {
  title: `a carrier that refuses 30 % gets a canary and no more; then ${LONG.pauses} pauses and kill -9: exact in flight, 0 lost, 0 twice`,

  async run({ seed, short, say }) {
    const { recipients, pauses, killEach } = short ? SHORT : LONG
    const service = await startService({ works: false })
    const workers = await startCarillonWorkers(service, { count: WORKERS })
    try {
      const phones = phonesOf(recipients)
      const [call] = await aBroadcaster(service, { ...ACCOUNT, phones })
      const id = await stoppedCanary({ service, call, phones })
      say(`the canary has stopped the broadcast, and ${recipients - CANARY.recipients} were not texted`)
      await program(service.urls[0], { outcome: 'accept', latencyMs: LATENCY_MS, ...KINDS.asks })
      const random = randomNumbers(seed)
      const figures = await pauseAgainAndAgain({ service, call, workers, id, pauses, killEach, random, say })
      await program(service.urls[0], { outcome: 'accept', latencyMs: 0, ...KINDS.asks })
      await untilEnded(service, id, { withinMs: WITHIN_MS })
      await untilNoJobs(service, { withinMs: WITHIN_MS })
      return { ...figures, ...(await judge(service, { id, recipients })) }
    } finally {
      await workers.stop()
      await service.stop()
    }
  },
}

/** Starts a broadcast whose canary is refused often, and waits until nothing of it moves any more. */
async function stoppedCanary({ service, call, phones }) {
  const [url] = service.urls
  const refused = phones.slice(0, CANARY.recipients).filter((_, i) => i % 10 < REFUSED_OF_TEN)
  for (const to of refused) await program(url, { to, outcome: 'reject' })
  const body = { from: ACCOUNT.from, body: 'Ding dong', recipients: phones.map((to) => ({ to })), canary: CANARY }
  const started = await call('POST', '/messaging/broadcast', body)
  if (started.status !== 201) throw new Error(`the broadcast got ${started.status}: ${JSON.stringify(started.body)}`)
  const { id } = started.body
  const isPaused = ({ status }) => status === 'paused'
  await untilBroadcast(call, id, { condition: isPaused, withinMs: WITHIN_MS })
  const paused = await untilStill(call, id)
  const { sent, failed } = paused.counts
  const submitted = await submissionsOf(service)
  if (sent + failed > CANARY.recipients || submitted > CANARY.recipients) {
    throw new Error(`${submitted} were submitted, of which ${sent} were sent: the canary has ${CANARY.recipients}`)
  }
  const { rule, limit } = paused.pausedBecause
  if (rule !== 'canary' || limit !== 'failedOver') throw new Error(`paused because of ${rule}, ${limit}`)
  return id
}

/** Resumes and pauses, kills a worker in some of the pauses, and compares what comes after an answer with `inFlight`. */
async function pauseAgainAndAgain({ service, call, workers, id, pauses, killEach, random, say }) {
  const post = async (verb) => (await call('POST', `/messaging/broadcast/${id}/${verb}`)).body
  let inFlight = 0
  let kills = 0
  let used = 0
  for (let pause = 1; pause <= pauses; pause++) {
    await post('resume')
    await delay(random() * 2 * LATENCY_MS)
    const paused = await post('pause')
    if (paused.status !== 'paused') break
    used = pause
    inFlight += paused.inFlight
    if (pause % killEach === 0) {
      const place = Math.floor(random() * WORKERS)
      await workers.kill(place)
      workers.replace(place)
      kills++
    }
    const still = await untilStill(call, id)
    const after = still.counts.sent + still.counts.failed - paused.counts.sent - paused.counts.failed
    if (after > paused.inFlight)
      throw new Error(`${after} outcomes came after a pause with ${paused.inFlight} in flight`)
    const submitted = await submissionsOf(service)
    const allowed = paused.counts.sent + paused.counts.failed + paused.inFlight
    if (submitted > allowed) throw new Error(`${submitted} were submitted, but at most ${allowed} could be`)
    if (pause % 5 === 0) say(`${pause} pauses, ${kills} kills, ${inFlight} messages in flight`)
  }
  if (used === 0) throw new Error('the broadcast ended before its first pause')
  await post('resume')
  return { pauses: used, kills, 'in flight at pauses': inFlight }
}

/** Waits until no slice is open, and then a little for messages that must not come; returns the broadcast. */
async function untilStill(call, id) {
  let before = await readBroadcast(call, id)
  const isStill = async () => {
    await delay(STILL_MS)
    const now = await readBroadcast(call, id)
    const same = now.counts.queued === before.counts.queued
    before = now
    return same
  }
  if (!(await becameTrue(isStill, { withinMs: WITHIN_MS }))) throw new Error(`${id} goes on although it is paused`)
  return before
}

async function submissionsOf(service) {
  const [{ count }] = await service.sql('select count(distinct reference) as count from fake_sms_submission')
  return Number(count)
}

async function judge(service, { id, recipients }) {
  const judged = await judgeBroadcast(service, { id, total: recipients, ...KINDS.asks })
  const spent = await judgeLedger(service, ACCOUNT.name)
  if (spent !== 2 * judged.sent) throw new Error(`${spent} were spent on ${judged.sent} sent`)
  return { ...judged, spent }
}
