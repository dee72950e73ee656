import { Logger, run, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { Webhook } from 'standardwebhooks'
import { Pool } from 'undici'

/** The number of posts that Carillon has in flight to one receiver. */
const JOBS_AT_ONCE = 32

/** One job for each delivery: it signs with the reference library, and posts. The queue is filled before a round. */
export async function graphileWorkerPosts(url, { target, secret }) {
  const pool = new pg.Pool({ connectionString: url, max: JOBS_AT_ONCE + 2 })
  await runMigrations({ pgPool: pool })
  const { origin, pathname: path } = new URL(target)
  const posts = new Pool(origin, { connections: JOBS_AT_ONCE })
  const signer = new Webhook(secret)
  const post = async ({ id, body }) => {
    const at = new Date()
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': signer.sign(id, at, body),
    }
    const response = await posts.request({ path, method: 'POST', headers, body })
    await response.body.dump()
    if (response.statusCode !== 204) throw new Error(`the receiver responded ${response.statusCode}`)
  }
  return {
    /** Takes a list of `{ id, body }`. */
    async enqueue(deliveries) {
      await pool.query(`select graphile_worker.add_job('post', one) from json_array_elements($1) as one`, [
        JSON.stringify(deliveries),
      ])
    },
    async run(count) {
      let left = count
      let resolveEnd
      const ended = new Promise((resolve) => (resolveEnd = resolve))
      const task = async (payload) => {
        await post(payload)
        if (--left === 0) resolveEnd()
      }
      const options = { pgPool: pool, concurrency: JOBS_AT_ONCE, noHandleSignals: true }
      const runner = await run({ ...options, taskList: { post: task }, logger: new Logger(() => () => {}) })
      await ended
      await runner.stop()
      return count
    },
    async stop() {
      await posts.close()
      await pool.end()
    },
  }
}
