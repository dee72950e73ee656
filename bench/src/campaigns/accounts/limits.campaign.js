import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { measureNeighbour } from './neighbour.js'
import { randomNumbers } from '../../shared/random-numbers.js'
import { basic, startService } from '../../shared/service.js'

const KEY = { id: 'key_limits', secret: 'a-secret-of-the-campaign' }
const LIMIT = 150
const WINDOW_MS = 60_000
const LONG = { requestsPerSecond: 1_000, lastsMs: 130_000 }
/** A run that crosses the end of only one window, with less load. */
const SHORT = { requestsPerSecond: 150, lastsMs: 65_000 }

export const campaign = {
  title:
    `${LONG.requestsPerSecond} requests a second on 4 processes: never more than ${LIMIT} granted in any 60 s; and ` +
    'one account sends to 50,000: another account waits at most twice as long as before',

  async run({ seed, short, say }) {
    const random = randomNumbers(seed)
    const granted = await grant({ random, short, say })
    const neighbour = await measureNeighbour({ random, short, say })
    return { ...granted, ...neighbour }
  },
}

async function grant({ random, short, say }) {
  const service = await startService({ processes: 4 })
  try {
    const { apiKeys } = await service.apply({ name: 'Limits', apiKeys: [KEY], rateLimits: { contactApiRead: LIMIT } })
    say(`applied, key ${apiKeys[0].id}`)
    return judge(await storm(service.urls, { random, say, ...(short ? SHORT : LONG) }))
  } finally {
    await service.stop()
  }
}

/** Sends requests at a fixed rate without waiting for responses, each to a random process. */
async function storm(urls, { random, requestsPerSecond, lastsMs, say }) {
  const dispatcher = new Agent({ connections: 64 })
  const responses = []
  const open = new Set()
  const startedAt = performance.now()
  for (let sent = 0; performance.now() - startedAt < lastsMs;) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * requestsPerSecond)
    for (; sent < due; sent++) {
      const pending = sendRequest(urls[Math.floor(random() * urls.length)], dispatcher).then((response) => {
        open.delete(pending)
        responses.push(response)
      })
      open.add(pending)
      if (sent % 20_000 === 0) say(`${sent} requests sent, ${open.size} open`)
    }
    await delay(5)
  }
  await Promise.all(open)
  await dispatcher.close()
  return responses
}

async function sendRequest(url, dispatcher) {
  const sentAt = performance.now()
  const { statusCode, body } = await request(`${url}/api/v1/groups`, {
    dispatcher,
    headers: { authorization: basic(KEY) },
  })
  await body.dump()
  return { sentAt, respondedAt: performance.now(), status: statusCode }
}

/**
 * A request is granted at some time between its sending and its response. So the limit was broken if more requests than
 * the limit were both sent and answered within the same 60 seconds. At least as many requests as the limit allows must
 * be granted in the run.
 */
function judge(responses) {
  const strange = responses.filter(({ status }) => status !== 200 && status !== 429)
  if (strange.length > 0) throw new Error(`${strange.length} responses were neither 200 nor 429: ${strange[0].status}`)
  const granted = responses.filter(({ status }) => status === 200).sort((a, b) => a.respondedAt - b.respondedAt)
  for (let i = LIMIT; i < granted.length; i++) {
    const window = granted.slice(i - LIMIT, i + 1)
    const from = Math.min(...window.map(({ sentAt }) => sentAt))
    if (granted[i].respondedAt - from < WINDOW_MS) throw new Error(`${LIMIT + 1} were granted within 60 seconds`)
  }
  if (granted.length < LIMIT) throw new Error(`only ${granted.length} were granted, though ${LIMIT} are allowed`)
  const took = responses.map(({ sentAt, respondedAt }) => respondedAt - sentAt).sort((a, b) => a - b)
  return {
    requests: responses.length,
    granted: granted.length,
    refused: responses.length - granted.length,
    'median response, ms': took[Math.floor(took.length / 2)].toFixed(1),
    'p99 answer, ms': took[Math.floor(took.length * 0.99)].toFixed(1),
  }
}
