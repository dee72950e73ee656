import { expect, test } from '@jest/globals'
import { aDatabase } from '../testing/service/a-database.js'
import { aCarillon, aFolder, stop } from '../testing/service/starts.js'
import { waitUntil } from '../testing/wait-until.js'

test('a separate worker serves metrics and health checks, even without its database', async () => {
  const { knex, url: databaseUrl, drop } = await aDatabase()
  await knex.raw(DUE)
  const secret = { CARILLON_SECRET: 'the-secret-of-the-service', CARILLON_DATA_DIR: await aFolder() }
  const worker = aCarillon(['worker'], { DATABASE_URL: databaseUrl, CARILLON_METRICS_PORT: '0', ...secret })
  await worker.printed('"msg":"working"')
  const url = /"url":"(http:\/\/127\.0\.0\.1:\d+)"/.exec(worker.stdout())![1]!
  const get = async (path: string) => {
    const response = await fetch(url + path)
    return [response.status, await response.text()] as const
  }

  await waitUntil(async () => /^carillon_job_duration_seconds_count\{.*\} 1$/m.test((await get('/metrics'))[1]))
  const [, metrics] = await get('/metrics')
  expect(metrics).toContain('carillon_jobs_wait_seconds{lane="quick"} 0\n')
  expect(metrics).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect(await get('/readyz')).toEqual([200, '{"status":"ok","checks":{"database":"ok"}}'])

  await drop()
  expect((await get('/readyz'))[0]).toBe(503)
  expect((await get('/healthz'))[0]).toBe(200)
  const [status, without] = await get('/metrics')
  expect([status, /^carillon_jobs_wait_seconds\{/m.test(without)]).toEqual([200, false])
  expect(without).toMatch(/^carillon_job_duration_seconds_count\{.*\} \d+$/m)
  await stop(worker)
})

/** A job whose message does not exist, so that the job has nothing to do. */
const DUE = `
  insert into job (account_id, id, lane, kind, payload, run_at)
  values ('acc_gone', 'job_gone', 'quick', 'finish-message', '{"message":"msg_gone"}', now() - interval '1 minute')`
