import { setTimeout as delay } from 'node:timers/promises'
import { judgeLedger } from '../credits/judge-ledger.js'

/** The recipients of all accounts. */
export const PHONES = ['+12025550140', '+12025550141', '+12025550142', '+12025550143']
export const PAUSE_MS = 20

/** Each account has one request in flight, which it repeats until it gets a 201. */
export function startLoad(accounts) {
  const load = {
    /** The node that is down. */
    down: null,
    /** What the times of accounts on running nodes count for. */
    phase: null,
    isOver: false,
    waits: { alone: [], elsewhere: [] },
    refused: 0,
    refusedElsewhere: [],
    keys: new Map(),
  }
  const clients = Promise.all(accounts.map((account) => sendAll(load, account)))
  const failed = clients.then(() => new Promise(() => {}))
  return {
    load,
    /** Rejects as soon as a client fails. */
    during: (work) => Promise.race([work, failed]),
    async end() {
      load.isOver = true
      await clients
    },
  }
}

async function sendAll(load, account) {
  const { name, from, call, node } = account
  for (let i = 0; !load.isOver; i++) {
    const idempotencyKey = `${name.replace(' ', '-')}-${i}`
    const message = { to: PHONES[i % PHONES.length], from, body: `Ding ${i}`, idempotencyKey }
    for (;;) {
      const [phase, since] = [load.phase, performance.now()]
      const { status, headers, body } = await call('POST', '/messaging/message', message)
      if (phase !== null && phase === load.phase && load.down !== node) {
        load.waits[phase].push(performance.now() - since)
      }
      if (status === 201) {
        load.keys.set(idempotencyKey, body.id)
        account.sent++
        break
      }
      if (status !== 503 && status !== 409) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
      if (status === 503 && headers['retry-after'] === undefined) throw new Error(`${name}: 503 without Retry-After`)
      if (load.down === node) load.refused++
      else load.refusedElsewhere.push(`${name} on node ${node}, while node ${load.down} was down: ${status}`)
      await delay(PAUSE_MS * 5)
    }
    await delay(PAUSE_MS)
  }
}

/** Every response has its message, which arrived once, and the ledgers agree with the balances. */
export async function judgeSends(service, accounts, { keys }) {
  const rows = await service.sql(SENDS)
  const texts = new Map((await service.sql(TEXTS)).map(({ reference, count }) => [reference, count]))
  const byKey = new Map(rows.map((row) => [row.key, row]))
  if (byKey.size !== rows.length) throw new Error(`${rows.length} messages have ${byKey.size} keys`)
  for (const [key, id] of keys) {
    if (byKey.get(key)?.id !== id)
      throw new Error(`the response to ${key} was ${id}, and ${byKey.get(key)?.id} is stored`)
  }
  const wrong = rows.find((row) => row.status !== 'sent' || texts.get(`${row.account_id}.${row.id}`) !== 1)
  if (wrong !== undefined) throw new Error(`not sent once: ${JSON.stringify(wrong)}`)
  let spent = 0
  for (const { name } of accounts) spent += (await judgeLedger(service, name)) ?? 0
  return { 'sends with a response': keys.size, 'messages, each sent once': rows.length, spent }
}

const SENDS = 'select account_id, id, status, idempotency_key as key from message where idempotency_key is not null'
const TEXTS = `
  select reference, count(*)::integer as count from fake_sms_submission where failure_type is null group by reference`
