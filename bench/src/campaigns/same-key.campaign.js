import { Agent } from 'undici'
import { startService } from '../shared/service.js'
import { anAccount, readPhone } from '../shared/sending.js'

const FROM = { Acme: '+12025550101', Bolt: '+12025550102' }
const TO = '+12025550123'
const REQUESTS = 200
const KEYS = 100

export const campaign = {
  title: `${REQUESTS} requests at once on one key, ${KEYS} keys, 2 accounts with the same keys, 2 processes: one effect each`,

  async run({ short, say }) {
    const keys = Array.from({ length: short ? 10 : KEYS }, (_, n) => `key-${n}`)
    const service = await startService({ processes: 2 })
    const dispatcher = new Agent({ connections: REQUESTS })
    try {
      const accounts = await Promise.all(Object.keys(FROM).map((name) => openAccount(service, { name, dispatcher })))
      const tally = { first: 0, replayed: 0, 'told to retry (409)': 0 }
      for (const [done, key] of keys.entries()) {
        await Promise.all(accounts.map((account) => storm({ account, key, tally })))
        if (done % 10 === 9) say(`${done + 1} keys`)
      }
      await judge(service, accounts, keys)
      return { keys: keys.length * accounts.length, requests: keys.length * accounts.length * REQUESTS, ...tally }
    } finally {
      await dispatcher.close()
      await service.stop()
    }
  },
}

async function openAccount(service, { name, dispatcher }) {
  const key = { id: `key_${name.toLowerCase()}`, secret: 'a-secret-of-the-campaign' }
  const from = FROM[name]
  const credits = { sms: 1_000_000, mms: 0 }
  const calls = await anAccount(service, { name, key, from, phones: [TO], credits, dispatcher })
  return { name, from, calls }
}

/**
 * Makes all requests at once, alternating between the processes. The bodies differ, because a repeat's body is ignored.
 */
async function storm({ account, key, tally }) {
  const responses = await Promise.all(
    Array.from({ length: REQUESTS }, (_, n) => {
      const call = account.calls[n % account.calls.length]
      const message = { to: TO, from: account.from, body: `${account.name} ${key} ${n}`, idempotencyKey: key }
      return call('POST', '/messaging/message', message)
    }),
  )
  const where = `${account.name}, ${key}`
  const strange = responses.find(({ status }) => status !== 201 && status !== 409)
  if (strange !== undefined) throw new Error(`${where}: ${strange.status} ${JSON.stringify(strange.body)}`)
  const sent = responses.filter(({ status }) => status === 201)
  const firsts = sent.filter(({ headers }) => headers['idempotent-replayed'] === undefined)
  if (firsts.length !== 1) throw new Error(`${where}: ${firsts.length} requests were not replays`)
  const different = new Set(sent.map(({ body }) => JSON.stringify(body)))
  if (different.size !== 1) throw new Error(`${where}: ${different.size} different responses`)
  tally.first += 1
  tally.replayed += sent.length - 1
  tally['told to retry (409)'] += responses.length - sent.length
}

async function judge(service, accounts, keys) {
  const texts = await readPhone(service.urls[0])
  for (const { name, from } of accounts) {
    const bodies = texts.filter((text) => text.from === from).map(({ body }) => body.split(' ')[1])
    const counts = keys.map((key) => bodies.filter((other) => other === key).length)
    if (bodies.length !== keys.length || counts.some((count) => count !== 1)) {
      throw new Error(`the phone has ${bodies.length} texts of ${name} for ${keys.length} keys`)
    }
    const [{ spent }] = await service.sql(SPENT, { name })
    if (Number(spent) !== 2 * keys.length) throw new Error(`${name} paid ${spent} credits for ${keys.length} messages`)
  }
}

const SPENT = `
  select coalesce(sum(entry.amount), 0) as spent
    from ledger_entry as entry
    join account on account.id = entry.account_id
   where account.name = :name and entry.to_place = 'spent'`
