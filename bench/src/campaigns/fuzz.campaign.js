import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { fuzz } from '../../../packages/http/src/testing/fuzz/fuzz.js'
import { ADMIN_TOKEN, startService } from '../shared/service.js'

const OPENAPI = new URL('../../../packages/http/openapi.yaml', import.meta.url)
const LONG = { runs: 600, itemsMax: 50_001 }
const SHORT = { runs: 8, itemsMax: 300 }

export const campaign = {
  title:
    'every operation of the OpenAPI document, with valid, nearly valid and hostile requests: no 500, no wrong ' +
    'success, every response in its schema',

  async run({ seed, short, say }) {
    const document = parse(await readFile(OPENAPI, 'utf8'))
    const service = await startService({ env: { CARILLON_TRUST_PROXY: '1' } })
    try {
      const [url] = service.urls
      const options = { url, adminToken: ADMIN_TOKEN, document, seed, now: new Date(), outside: phonesOf(url), say }
      const { operations, requests, byKind, byStatus } = await fuzz({ ...options, ...(short ? SHORT : LONG) })
      const [{ dead }] = await service.sql(DEAD)
      if (dead > 0) throw new Error(`${dead} jobs have failed too often`)
      if (!(await fetch(`${url}/readyz`)).ok) throw new Error('the service is not ready any more')
      return { operations, requests, ...named('', byKind), ...named('answered ', byStatus) }
    } finally {
      await service.stop()
    }
  },
}

/** The phones of the simulator. */
function phonesOf(url) {
  const call = async (method, path, body) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}/sim${path}`, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`/sim${path} responded ${response.status}: ${await response.text()}`)
  }
  return {
    text: (text) => call('POST', '/inbound', text),
    refuse: (to) => call('PUT', '/behaviour', { to, outcome: 'reject' }),
  }
}

const DEAD = 'select count(*)::integer as dead from dead_job'

function named(prefix, counts) {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [`${prefix}${name}`, count]))
}
