import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KINDS, aBroadcaster, phonesOf, startBroadcast, untilEnded } from '../../broadcasts/broadcasting.js'
import { killAtRandom } from '../../carriers/storm/kills.js'
import { judgeLedger } from '../../credits/judge-ledger.js'
import { startCarillonWorkers } from '../../../shared/carillon-workers.js'
import { quantile } from '../../../shared/quantile.js'
import { randomNumbers } from '../../../shared/random-numbers.js'
import { program } from '../../../shared/sending.js'
import { startService } from '../../../shared/service.js'
import { openReplyCarrier, WIDTH } from './reply-carrier.js'
import { judgeNoneAfterStop, judgeReplies, untilAnswered } from './judge-replies.js'
import { repliesOf } from './replies-of.js'

const LONG = { recipients: 50_000, kills: 8, killsWithinMs: 60_000 }
const SHORT = { recipients: 200, kills: 1, killsWithinMs: 1_000 }
const KEY = { id: 'key_replies', secret: 'a-secret-of-the-campaign' }
const ACCOUNT = { name: 'Replies', key: KEY, from: '+12025550101' }
const ENDED_WITHIN_MS = 120_000

export const campaign = {
  title:
    `${LONG.recipients} replies after a broadcast, a tenth of them STOP, and kill -9 of server and worker: ` +
    'each stored once, each STOP recorded and confirmed once, nobody sent to after it',

  async run({ seed, short, say }) {
    const size = short ? SHORT : LONG
    const random = randomNumbers(seed)
    const folder = await mkdtemp(join(tmpdir(), 'carillon-replies-'))
    const closes = [() => rm(folder, { recursive: true, force: true })]
    try {
      const carrier = await openReplyCarrier(folder)
      closes.push(() => carrier.close())
      const service = await startService({ works: false, env: carrier.env })
      closes.push(() => service.stop())
      const workers = await startCarillonWorkers(service, { count: 1, env: carrier.env })
      closes.push(() => workers.stop())
      return await storm({ service, workers, carrier, random, say, ...size })
    } finally {
      for (const close of closes.toReversed()) await close()
    }
  },
}

async function storm({ service, workers, carrier, random, say, recipients, kills, killsWithinMs }) {
  const phones = phonesOf(recipients)
  const [call] = await aBroadcaster(service, { ...ACCOUNT, phones })
  const serviceTexts = { perHour: recipients * 2, perDay: recipients * 2 }
  await service.apply({ name: ACCOUNT.name, serviceTexts, webhooks: [WEBHOOK] })
  await program(service.urls[0], { outcome: 'accept', ...KINDS.asks })
  const first = await startBroadcast(call, { from: ACCOUNT.from, phones, body: 'Ding dong' })
  await untilEnded(service, first, { withinMs: ENDED_WITHIN_MS })
  say(`the broadcast has reached ${recipients} phones`)

  const texts = repliesOf(phones, { random, to: ACCOUNT.from })
  const ending = new AbortController()
  const killing = killAtRandom({
    ...{ service, workers, random, kills, withinMs: killsWithinMs, endsLeases: true, signal: ending.signal },
  })
  const began = performance.now()
  const posting = carrier.postAll(service.urls[0], texts).then((posted) => ({ posted, ms: performance.now() - began }))
  const [{ posted, ms }, killed] = await Promise.all([posting, killing]).finally(() => ending.abort())
  const perSecond = Math.round((texts.length / ms) * 1_000)
  say(
    `${texts.length} replies were taken, ${perSecond} a second; ${killed.server + killed.worker} processes were killed`,
  )

  await untilAnswered(service, { withinMs: ENDED_WITHIN_MS })
  const answeredMs = performance.now() - began
  const judged = await judgeReplies(service, { texts, account: ACCOUNT.name, killed, atOnce: WIDTH })
  const second = await startBroadcast(call, { from: ACCOUNT.from, phones, body: 'Ding dong again' })
  await untilEnded(service, second, { withinMs: ENDED_WITHIN_MS })
  await judgeNoneAfterStop(service, { broadcast: second, texts, recipients })
  await judgeLedger(service, ACCOUNT.name)
  return {
    ...judged,
    'posts that got no 2xx, and were repeated': posted.repeated,
    'kills of the server, and of the worker': `${killed.server}, ${killed.worker}`,
    'replies a second, kills included': perSecond,
    'replies a second, in the best 10 seconds': bestRate(posted.takenAt),
    'median and p99 of a post, ms': [0.5, 0.99]
      .map((share) => Math.round(quantile(posted.latencies, share)))
      .join(', '),
    'everything answered after, s': Math.round(answeredMs / 1_000),
  }
}

/** Nobody listens there: the events are stored and relayed, and their deliveries wait for another try. */
const WEBHOOK = {
  url: 'https://127.0.0.1:9/',
  events: ['message.received', 'contacts.group.opted_out'],
  secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
}

const WINDOW_MS = 10_000

/** The most replies taken in any 10 seconds, by the second; of a shorter storm, those of the whole. */
function bestRate(takenAt) {
  const sorted = takenAt.toSorted((one, other) => one - other)
  const windowMs = Math.min(WINDOW_MS, sorted.at(-1) - sorted[0])
  let best = 0
  for (let from = 0, to = 0; to < sorted.length; to++) {
    while (sorted[to] - sorted[from] > windowMs) from++
    best = Math.max(best, to - from + 1)
  }
  return Math.round((best / windowMs) * 1_000)
}
