import { Logger, run, runMigrations } from 'graphile-worker'
import pg from 'pg'

/** As in graphile-worker's performance test: 24 jobs at once in a process. */
const JOBS_AT_ONCE = 24

/** One empty job for each message. The queue is filled before a round, which lasts until the last job is done. */
export async function graphileWorkerJobs(url) {
  const pool = new pg.Pool({ connectionString: url, max: JOBS_AT_ONCE + 2 })
  await runMigrations({ pgPool: pool })
  return {
    async enqueue(count) {
      await pool.query(
        `select graphile_worker.add_job('empty', json_build_object('n', n)) from generate_series(1, $1) n`,
        [count],
      )
    },
    async run(count) {
      let left = count
      let resolveEnd
      const ended = new Promise((resolve) => (resolveEnd = resolve))
      const empty = async () => {
        if (--left === 0) resolveEnd()
      }
      const runner = await run({
        pgPool: pool,
        concurrency: JOBS_AT_ONCE,
        noHandleSignals: true,
        taskList: { empty },
        logger: SILENT,
      })
      await ended
      await runner.stop()
      return count
    },
    stop: () => pool.end(),
  }
}

const SILENT = new Logger(() => () => {})
