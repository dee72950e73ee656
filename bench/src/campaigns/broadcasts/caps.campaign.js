import { setTimeout as delay } from 'node:timers/promises'
import { startCarillonWorkers } from '../../shared/carillon-workers.js'
import { program } from '../../shared/sending.js'
import { judgeLedger } from '../credits/judge-ledger.js'
import { watchSlices } from '../workers/watch-slices.js'
import {
  aBroadcaster,
  onEachKind,
  phonesOf,
  startBroadcast,
  untilEnded,
  untilNoJobs,
  untilShared,
} from './broadcasting.js'

const BROADCASTS = 8
const CAP = 3
const LONG = { recipients: 10_000, kills: 10, refused: 3_000 }
const SHORT = { recipients: 1_200, kills: 1, refused: 300 }
const WORKERS = 2
const KEY = { id: 'key_caps', secret: 'a-secret-of-the-campaign' }
const ACCOUNT = { name: 'Caps', key: KEY, from: '+12025550101' }

/** The provider's response time: long enough for kills to happen during the broadcasts. */
const SLOW_MS = { asks: 3_500, guesses: 600 }
const KILL_WITHIN_MS = 2_500
const SHARED_WITHIN_MS = 30_000
/** Other workers take over a dead worker's claims after 30 s, and refused messages are tried again with backoff. */
const ENDED_WITHIN_MS = 180_000

export const campaign = {
  title: `${BROADCASTS} broadcasts at once to the same ${LONG.recipients} under kills, with a cap of ${CAP}: nobody above it, and nobody left out below it`,

  run: ({ seed, short, say }) => onEachKind(seed, (scene) => capOn({ ...scene, say, ...(short ? SHORT : LONG) })),
}

async function capOn({ service, kind, traits, random, say, recipients, kills, refused }) {
  const phones = phonesOf(recipients)
  const [call] = await aBroadcaster(service, { ...ACCOUNT, phones })
  await service.apply({ name: ACCOUNT.name, frequencyCaps: [{ messages: CAP, per: '24h' }] })
  const setLatency = (latencyMs) => program(service.urls[0], { outcome: 'accept', latencyMs, ...traits })
  await setLatency(SLOW_MS[kind])
  const workers = await startCarillonWorkers(service, { count: WORKERS })
  const slices = await watchSlices(service)
  try {
    const started = Array.from({ length: BROADCASTS }, (_, n) =>
      startBroadcast(call, { from: ACCOUNT.from, phones: rotated(phones, random), body: `Ding dong ${n}` }),
    )
    const broadcasts = await Promise.all(started)
    await untilShared(service, { withinMs: SHARED_WITHIN_MS })
    for (let kill = 1; kill <= kills; kill++) {
      await delay(random() * KILL_WITHIN_MS)
      const place = Math.floor(random() * WORKERS)
      await workers.kill(place)
      workers.replace(place)
      if (kill === 1) await program(service.urls[0], { outcome: 'unavailable', times: refused, ...traits })
      if (kill % 5 === 0) say(`${kind}: ${kill} kills, ${await outcomes(service)} messages have an outcome`)
    }
    await setLatency(0)
    for (const id of broadcasts) await untilEnded(service, id, { withinMs: ENDED_WITHIN_MS })
    await untilNoJobs(service, { withinMs: ENDED_WITHIN_MS })
    const leftOpen = await slices.end()
    if (leftOpen === 0) throw new Error('no kill has left a slice open')
    const judged = await judge(service, { recipients, ...traits })
    return { kills, 'slices left open by a kill': leftOpen, broadcasts: broadcasts.length, ...judged }
  } finally {
    await workers.stop()
    await slices.stop()
  }
}

/** The same numbers from another one on, so that the broadcasts reach each number at different times. */
function rotated(phones, random) {
  const first = Math.floor(random() * phones.length)
  return [...phones.slice(first), ...phones.slice(0, first)]
}

async function outcomes(service) {
  const [{ count }] = await service.sql('select count(*) as count from message')
  return count
}

/**
 * Each number has as many messages that were sent or may have been as the cap allows, no phone got more texts, all other
 * messages failed for the cap, and what is stored for the cap is exactly these messages.
 */
async function judge(service, { recipients, deduplicates }) {
  await service.sql('analyze message, fake_sms_submission, frequency_use')
  const [row] = await service.sql(JUDGED, { cap: CAP })
  const figures = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]))
  const expected = {
    numbers: recipients,
    messages: BROADCASTS * recipients,
    above: 0,
    below: 0,
    otherwise_failed: 0,
    texts_above: 0,
    uses_differ: 0,
    ...(deduplicates && { unknown: 0 }),
  }
  for (const [name, value] of Object.entries(expected)) {
    if (figures[name] !== value)
      throw new Error(`${name} is ${figures[name]}, expected ${value}: ${JSON.stringify(row)}`)
  }
  await judgeLedger(service, ACCOUNT.name)
  const { sent, unknown, capped } = figures
  return { sent, unknown, 'left out by the cap': capped }
}

const JUDGED = `
  with number as materialized (
    select to_number as phone,
           count(*) as messages,
           count(*) filter (where status = 'sent') as sent,
           count(*) filter (where failure_type = 'unknown_outcome') as unknown,
           count(*) filter (where failure_type = 'frequency_capped') as capped
      from message
     group by to_number
  ),
  phone as (
    select phone, count(*) as texts from fake_sms_submission where failure_type is null group by phone
  ),
  stored as (
    select phone, json_array_length(uses) as uses from frequency_use
  )
  select count(*) as numbers,
         sum(messages) as messages,
         sum(sent) as sent,
         sum(unknown) as unknown,
         sum(capped) as capped,
         count(*) filter (where sent + unknown > :cap::integer) as above,
         count(*) filter (where sent + unknown < :cap::integer) as below,
         sum(messages - sent - unknown - capped) as otherwise_failed,
         count(*) filter (where coalesce(texts, 0) > :cap::integer) as texts_above,
         count(*) filter (where coalesce(uses, 0) <> sent + unknown) as uses_differ
    from number
    left join phone using (phone)
    left join stored using (phone)`
