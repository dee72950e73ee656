import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { anAccount } from '../../shared/sending.js'
import { basic } from '../../shared/service.js'

export const CONNECTIONS = 64
/** The environment of a service whose provider is within the process and accepts each text at once. */
export const INSTANT = { CARILLON_PROVIDER: fileURLToPath(new URL('instant-module.js', import.meta.url)) }
export const TO = '+12025550123'
export const TEXT = 'Ding dong, the bells of Acme are here.'
const keyOf = (n) => ({ id: `key_${n}`, secret: 'a-secret-of-the-bench' })
export const senderOf = (n) => `+1202555${String(1000 + n)}`

/** Creates accounts that can send, named `Account 0` and so on. */
export async function openSenders(service, count) {
  for (let n = 0; n < count; n++) {
    const credits = { sms: 10_000_000, mms: 0 }
    await anAccount(service, { name: `Account ${n}`, key: keyOf(n), from: senderOf(n), phones: [TO], credits })
  }
}

/** Makes `sends` single sends over HTTP, 64 at once, alternating between the accounts; returns the number of sends. */
export async function stormOfSends(url, { sends, accounts }) {
  const pool = new Pool(url, { connections: CONNECTIONS })
  let left = sends
  const client = async () => {
    while (left > 0) {
      const { statusCode, body } = await pool.request(sendFrom(accounts[--left % accounts.length]))
      if (statusCode !== 201) throw new Error(`a send got the response ${statusCode} ${await body.text()}`)
      await body.dump()
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, client))
  await pool.close()
  return sends
}

/** The request of a single send of an account. */
export function sendFrom(n) {
  return {
    path: '/api/v1/messaging/message',
    method: /** @type {const} */ ('POST'),
    headers: { authorization: basic(keyOf(n)), 'content-type': 'application/json' },
    body: JSON.stringify({ to: TO, from: senderOf(n), body: TEXT }),
  }
}
