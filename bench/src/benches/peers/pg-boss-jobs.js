import pg from 'pg'
import PgBoss from 'pg-boss'
import { contactsAndMessages } from './contacts-and-messages.js'

const FETCHED_TOGETHER = 500
const LOOPS = 2
const QUEUES = ['empty', 'send']

/**
 * One job for each message, in the queue 'empty' or 'send'. Jobs are fetched, worked on and completed 500 at a time in
 * two loops. This is faster than pg-boss's workers, which poll the queue at most twice a second.
 */
export async function pgBossJobs(url, given) {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false, max: LOOPS })
  await boss.start()
  for (const queue of QUEUES) await boss.createQueue(queue)
  const pool = new pg.Pool({ connectionString: url, max: LOOPS })
  const { send, take } = await contactsAndMessages(pool, given)
  return {
    async enqueue(queue, count) {
      await boss.insert(Array.from({ length: count }, (_, i) => ({ name: queue, data: { n: i + 1 } })))
    },
    async run(count) {
      const done = await Promise.all(Array.from({ length: LOOPS }, () => work(boss, send)))
      if (done.reduce((sum, some) => sum + some, 0) !== count) throw new Error('pg-boss has not run every job')
      return count
    },
    take,
    async stop() {
      await boss.stop({ graceful: false })
      await pool.end()
    },
  }
}

async function work(boss, send) {
  let done = 0
  for (const queue of QUEUES) {
    for (;;) {
      const jobs = await boss.fetch(queue, { batchSize: FETCHED_TOGETHER })
      if (jobs.length === 0) break
      if (queue === 'send') await send(jobs.map(({ data }) => data.n))
      await boss.complete(
        queue,
        jobs.map(({ id }) => id),
      )
      done += jobs.length
    }
  }
  return done
}
