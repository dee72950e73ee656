import { Pool } from 'undici'
import { basic, startService } from '../../shared/service.js'

const ROUNDS = 1_000
/** Enough keys that none is tried twice within the seconds for which it is cached, or its refusal is remembered. */
const KEYS = 500
/** Each contestant uses its own keys, so that none of them profits from another. */
const USED = ['first', 'absent', 'idle', 'again', 'absent_again'].map((name) => idsOf(name, KEYS))
const UNUSED = idsOf('unused', ROUNDS + 1)
const SECRET = 'the-right-secret-of-the-bench'
const PATH = '/api/v1/groups'
const DIFFERENCE_MAX = 1.1

const UNKNOWN = 'unknown id'
const UNUSED_KEY = 'id of a key that nobody uses, wrong secret'
const KNOWN_AGAIN = 'id of a key in use, refused a moment ago'
const UNKNOWN_AGAIN = 'unknown id, refused a moment ago'

/** Each contestant is one request that gets 401, from an address without failures. */
export const bench = {
  title: `key-guessing: time of a 401 over HTTP, ${ROUNDS.toLocaleString('en')} requests each`,
  unit: 'ms',
  rounds: ROUNDS,

  async setup() {
    const service = await startService({ works: false, env: { CARILLON_TRUST_PROXY: '1' } })
    try {
      for (const ids of USED) await service.apply({ name: ids[0], rateLimits: null, apiKeys: keysOf(ids) })
      await service.apply({ name: 'Unused', apiKeys: keysOf(UNUSED.slice(1)) })
      return { service, pool: new Pool(service.urls[0], { connections: 1 }), tries: 0 }
    } catch (error) {
      await service.stop()
      throw error
    }
  },

  /** The id of a key in use, with a wrong secret. */
  ours: contestant({ keyId: (n) => USED[0][n % KEYS], used: USED[0] }),
  variants: {
    [UNKNOWN]: contestant({ keyId: (n) => `key_unknown_${n}`, used: USED[1] }),
    [UNUSED_KEY]: contestant({ keyId: (n) => UNUSED[n], used: USED[2] }),
    [KNOWN_AGAIN]: contestant({ keyId: (n) => USED[3][n % KEYS], used: USED[3], isAgain: true }),
    [UNKNOWN_AGAIN]: contestant({ keyId: (n) => `key_none_${n}`, used: USED[4], isAgain: true }),
  },
  peers: {},

  goals: [
    {
      text: 'slowest at most 1.1 times the fastest, of the first tries',
      ratio: ({ ours, variants }) => spreadOf(ours, variants[UNKNOWN], variants[UNUSED_KEY]),
      atMost: DIFFERENCE_MAX,
    },
    {
      text: 'slower at most 1.1 times the faster, of the repeated tries',
      ratio: ({ variants }) => spreadOf(variants[KNOWN_AGAIN], variants[UNKNOWN_AGAIN]),
      atMost: DIFFERENCE_MAX,
    },
  ],

  async teardown({ service, pool }) {
    await pool.close()
    await service.stop()
  },
}

/**
 * Before each measured try, a key of `used` is used. If `isAgain`, a try with the same id is also refused shortly
 * before.
 */
function contestant({ keyId, used, isAgain = false }) {
  let tries = 0
  return {
    async prepare(context) {
      const id = keyId(tries)
      await request(context, { id: used[tries++ % KEYS], secret: SECRET }, 200)
      if (isAgain) await request(context, { id, secret: 'a wrong secret' }, 401)
      return { context, id }
    },
    run: ({ context, id }) => request(context, { id, secret: 'a wrong secret' }, 401),
  }
}

async function request(context, key, expected) {
  const n = context.tries++
  const address = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
  const { statusCode, body } = await context.pool.request({
    path: PATH,
    method: 'GET',
    headers: { authorization: basic(key), 'x-forwarded-for': address },
  })
  const text = await body.text()
  if (statusCode !== expected || text.includes('retryAfterSeconds')) throw new Error(`${statusCode}: ${text}`)
}

function idsOf(name, count) {
  return Array.from({ length: count }, (_, n) => `key_${name}_${n}`)
}

function keysOf(ids) {
  return ids.map((id) => ({ id, secret: SECRET }))
}

function spreadOf(...values) {
  return Math.max(...values) / Math.min(...values)
}
