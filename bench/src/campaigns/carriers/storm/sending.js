import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { basic } from '../../../shared/service.js'

const SECRET = 'a-secret-of-the-campaign'
const AGAIN_MS = 200
const RESPONSE_WITHIN_MS = 30_000
const BROADCAST_IN_FIRST = 0.4

/** Declares the accounts of the senders, and opts their phones in. */
export async function openAccounts(service, senders) {
  for (const name of new Set(senders.map(({ account }) => account))) {
    const own = senders.filter(({ account }) => account === name)
    const carriers = new Map(own.map(({ from, carrier }) => [from, carrier]))
    await service.apply({
      name,
      apiKeys: [keyOf(name)],
      credits: { sms: 1_000_000 },
      rateLimits: null,
      capabilities: { silentOptIn: true },
      numbers: [...carriers].map(([number, carrier]) => ({ number, ...(carrier !== null && { carrier }) })),
      groups: [{ name: 'All' }],
    })
    const phones = own.flatMap(({ singles, broadcast }) => [...singles, ...broadcast])
    await service.importContacts(name, { group: 'All', phones })
  }
}

/** Sends everything within the time, however often the server dies. Returns the responses to single sends, by phone. */
export async function sendAll(service, { senders, random, withinMs, signal }) {
  const responses = new Map()
  const sendOne = async ({ account, from }, to, atMs) => {
    await delay(atMs, undefined, { signal })
    const body = `The campaign texts ${to.slice(1)}`
    const send = { account, path: '/messaging/message', signal, given: { from, to, body, idempotencyKey: to.slice(1) } }
    responses.set(to, await untilAccepted(service, send))
  }
  const broadcast = async ({ account, from, broadcast: phones }, atMs) => {
    await delay(atMs, undefined, { signal })
    const recipients = phones.map((to) => ({ to }))
    const given = { from, body: 'The campaign texts many', recipients, idempotencyKey: `many-${phones[0].slice(1)}` }
    await untilAccepted(service, { account, path: '/messaging/broadcast', signal, given })
  }
  await Promise.all(
    senders.flatMap((sender) => [
      ...sender.singles.map((to) => sendOne(sender, to, random() * withinMs)),
      ...(sender.broadcast.length === 0 ? [] : [broadcast(sender, random() * withinMs * BROADCAST_IN_FIRST)]),
    ]),
  )
  return responses
}

/** Repeats the request with its key until it gets a response. */
async function untilAccepted(service, { account, path, given, signal }) {
  for (;;) {
    const { status, body } = await call(service, { account, path, given })
    if (status === 201) return body
    if (status !== 409 && status < 500) {
      throw new Error(`${path} got the response ${status} ${JSON.stringify(body)}`)
    }
    await delay(AGAIN_MS, undefined, { signal })
  }
}

/** A server that is dead counts as one that responds 503. */
async function call({ urls }, { account, path, given }) {
  try {
    const response = await request(`${urls[0]}/api/v1${path}`, {
      method: 'POST',
      headersTimeout: RESPONSE_WITHIN_MS,
      headers: { authorization: basic(keyOf(account)), 'content-type': 'application/json' },
      body: JSON.stringify(given),
    })
    const text = await response.body.text()
    return { status: response.statusCode, body: text === '' ? null : JSON.parse(text) }
  } catch {
    return { status: 503, body: null }
  }
}

function keyOf(account) {
  return { id: `key_${account.toLowerCase()}`, secret: SECRET }
}
