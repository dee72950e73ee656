import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'

/** A visitor of the form of a group, at an address. Counts the requests that each address got accepted. */
export function visitorOf({ dispatcher, pick, service, accepted }, { group, address }) {
  // Of an IPv6 address, the first 64 bits count.
  const network = address.includes(':') ? address.split(':').slice(0, 4).join(':') : address
  const call = async (path, fields = null) => {
    const response = await request(`${pick(service.urls)}/opt-in/${group}${path}`, {
      method: fields === null ? 'GET' : 'POST',
      dispatcher,
      headers: { 'x-forwarded-for': address, 'content-type': 'application/x-www-form-urlencoded' },
      ...(fields !== null && { body: new URLSearchParams(fields).toString() }),
    })
    const page = await response.body.text()
    if (response.statusCode >= 500 && response.statusCode !== 503) {
      throw new Error(`the form got the response ${response.statusCode}`)
    }
    return { status: response.statusCode, location: String(response.headers.location ?? ''), page }
  }
  return {
    readVersion: async () => /name="version" value="(\d+)"/.exec((await call('')).page)[1],
    async ask({ phone, version, proof = '' }) {
      const { status, location, page } = await call('', { phone, version, consent: 'yes', proof })
      if (status === 303) accepted.set(network, (accepted.get(network) ?? 0) + 1)
      const challenge = /data-challenge="([^"]+)" data-bits="(\d+)"/.exec(page)
      const work = challenge && { challenge: challenge[1], bits: Number(challenge[2]) }
      return { status, entry: location.split('/').at(-1), work }
    },
    enter: ({ entry, code }) => call(`/${entry}`, { code }),
  }
}

const HASHES_AT_ONCE = 5_000

/** The proof of work that the page would compute. */
export async function proofOf({ challenge, bits }) {
  for (let nonce = 0; ; nonce++) {
    const hash = createHash('sha256').update(`${challenge}:${nonce}`).digest()
    if (Math.clz32(hash.readUInt32BE(0)) >= bits) return String(nonce)
    if (nonce % HASHES_AT_ONCE === 0) await delay(0)
  }
}
