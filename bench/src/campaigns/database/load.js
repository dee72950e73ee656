import { setTimeout as delay } from 'node:timers/promises'

/** The number of senders, each of which has at most one request in flight. */
export const SENDERS = 8
const WRITERS = 2
const BROADCAST_EVERY_MS = 1_500

/**
 * Clients that send, start broadcasts and write contacts of one account. They retry until they get a 2xx response, and
 * record the responses.
 */
export function startLoad({ calls, random, from, phones, group }) {
  const load = { from, phones, group, random, isOver: false, done: nothingDone() }
  load.submit = (...request) => submit({ load, calls }, ...request)
  const clients = [
    ...Array.from({ length: SENDERS }, (_, n) => send(load, n)),
    ...Array.from({ length: WRITERS }, (_, n) => write(load, n)),
    broadcast(load),
  ]
  const failed = Promise.all(clients).then(() => new Promise(() => {}))
  return {
    /** Rejects as soon as a client fails. */
    during: (work) => Promise.race([work, failed]),
    async end() {
      load.isOver = true
      await Promise.all(clients)
      return load.done
    },
  }
}

function nothingDone() {
  return { sends: new Map(), broadcasts: new Map(), names: new Map(), members: [], writes: 0, repeats: 0 }
}

/** Returns null if the load ended before a response: then the outcome is unknown. */
async function submit({ load, calls }, method, path, body, { known = [] } = {}) {
  const { random, done } = load
  while (!load.isOver) {
    const { status, body: response } = await calls[Math.floor(random() * calls.length)](method, path, body)
    if (status < 300 || known.includes(status)) return response
    if (status !== 503 && status !== 409) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(response)}`)
    done.repeats++
    await delay(100 + random() * 200)
  }
  return null
}

async function send(load, n) {
  const { submit, from, phones, random, done } = load
  for (let i = 0; !load.isOver; i++) {
    const key = `send-${n}-${i}`
    const to = phones[Math.floor(random() * phones.length)]
    const response = await submit('POST', '/messaging/message', { to, from, body: `Ding ${key}`, idempotencyKey: key })
    if (response !== null) done.sends.set(key, response)
  }
}

async function broadcast(load) {
  const { submit, from, phones, done } = load
  const recipients = phones.map((to) => ({ to }))
  for (let i = 0; !load.isOver; i++) {
    const key = `broadcast-${i}`
    const response = await submit('POST', '/messaging/broadcast', {
      from,
      body: `Dong ${i}`,
      recipients,
      idempotencyKey: key,
    })
    if (response !== null) done.broadcasts.set(key, response.id)
    await delay(BROADCAST_EVERY_MS)
  }
}

/** Each writer has its own contacts, so the stored name must be the one that was acknowledged last. */
async function write(load, n) {
  const { submit, group, done } = load
  const own = `+1202${3_000_000 + n}`
  await submit('POST', `/contacts/by-phone/${own}`, {}, { known: [409] })
  for (let i = 0; !load.isOver; i++) {
    const renamed = await submit('PATCH', `/contacts/by-phone/${own}`, { firstName: `Ann ${i}` })
    done.names.set(own, renamed === null ? [`Ann ${i - 1}`, `Ann ${i}`] : [`Ann ${i}`])
    const fresh = `+1202${4_000_000 + n * 100_000 + i}`
    // A 409 after a lost response means that the contact exists.
    const created = await submit('POST', `/contacts/by-phone/${fresh}`, {}, { known: [409] })
    if (created === null) return
    const joined = await submit('POST', `/contacts/by-phone/${fresh}/groups/${group}`, { optInMode: 'SILENT' })
    if (joined !== null) done.members.push(fresh)
    done.writes += 3
  }
}
