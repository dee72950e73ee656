import { Pool } from 'undici'
import { CONNECTIONS } from '../messages/send-storm.js'

const KEEP_ALIVE_MS = 600_000

/**
 * HTTP clients that send one request after another. They connect before a run, because Kannel drops some of many new
 * connections, which are then repeated only after a second.
 */
export function openClients(url, { requestOf, status }) {
  const pool = new Pool(url, { connections: CONNECTIONS, keepAliveTimeout: KEEP_ALIVE_MS })
  const all = (client) => Promise.all(Array.from({ length: CONNECTIONS }, client))
  return {
    async connect() {
      await all(async () => {
        const { body } = await pool.request({ path: '/', method: 'GET' })
        await body.dump()
      })
    },
    /** Every response must have the expected status. */
    async send(count) {
      let left = count
      await all(async () => {
        while (left > 0) {
          const { statusCode, body } = await pool.request(requestOf(--left))
          if (statusCode !== status) throw new Error(`a send got the response ${statusCode} ${await body.text()}`)
          await body.dump()
        }
      })
      return count
    },
    close: () => pool.close(),
  }
}
