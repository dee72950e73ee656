import { Logger, run, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { contactsAndMessages } from './contacts-and-messages.js'

/** As in graphile-worker's performance test: 24 jobs at once in a process. */
const JOBS_AT_ONCE = 24
/** Its documentation on performance names both: jobs are fetched together, and those that end together are completed so. */
const FETCHED_TOGETHER = 500
const COMPLETED_TOGETHER_WITHIN_MS = 0

/**
 * One job for each message; `task` is 'empty' or 'send'. The queue is filled before a round, which lasts until the last
 * job is completed.
 */
export async function graphileWorkerJobs(url, given) {
  const pool = new pg.Pool({ connectionString: url, max: JOBS_AT_ONCE + 2 })
  // graphile-worker warns about a pool that does not handle errors of its connections.
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  await runMigrations({ pgPool: pool })
  const { send, take } = await contactsAndMessages(pool, given)
  return {
    async enqueue(task, count) {
      await pool.query(
        `select graphile_worker.add_jobs(array(
           select json_populate_record(null::graphile_worker.job_spec,
                    json_build_object('identifier', $1::text, 'payload', json_build_object('n', n)))
             from generate_series(1, $2) n
         ))`,
        [task, count],
      )
    },
    async run(count) {
      let left = count
      let resolveEnd
      const ended = new Promise((resolve) => (resolveEnd = resolve))
      const ends = (work) => async (payload) => {
        await work(payload)
        if (--left === 0) resolveEnd()
      }
      const runner = await run({
        preset: {
          worker: {
            concurrentJobs: JOBS_AT_ONCE,
            localQueue: { size: FETCHED_TOGETHER },
            completeJobBatchDelay: COMPLETED_TOGETHER_WITHIN_MS,
            failJobBatchDelay: COMPLETED_TOGETHER_WITHIN_MS,
          },
        },
        pgPool: pool,
        noHandleSignals: true,
        taskList: { empty: ends(async () => {}), send: ends(({ n }) => send([n])) },
        logger: SILENT,
      })
      await ended
      await runner.stop()
      return count
    },
    take,
    stop: () => pool.end(),
  }
}

const ignore = () => {}

const SILENT = new Logger(() => () => {})
