import { describe, expect, jest, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { DEMO_CONTACT, DEMO_SENDER } from '../start/demo/demo-account.js'
import type { Process } from '../testing/service/a-process.js'
import {
  aCarillon,
  aFolder,
  baseOf,
  basicOf,
  demoKeyOf,
  embedded,
  refuses,
  started,
  stopsCleanly,
} from '../testing/service/starts.js'

/** Every test starts and kills servers. */
jest.setTimeout(120_000)

const SECRET = 'the-secret-of-the-service'
const ADMIN_TOKEN = 'the-token-of-the-admin'
const TWO_WORKERS = { args: ['--workers', '2'], env: { CARILLON_SECRET: SECRET } }

describe('worker processes beside the server', () => {
  test('run its jobs, are included in its metrics, and stop with it', async () => {
    const dataDir = await aFolder()
    const server = await started({ dataDir, ...TWO_WORKERS })
    const pids = [await pidOf(server, 1), await pidOf(server, 2)]

    await sendBatch(server, 'Ding dong')
    await untilMetrics(server, (jobs) => jobs >= 1)
    expect(await textsOnPhones(server)).toEqual(['Ding dong'])

    await stopsCleanly(server, dataDir)
    expect(server.stdout()).toMatch(/"worker":1,"msg":"stopped"/)
    expect(server.stdout()).toMatch(/"worker":2,"msg":"stopped"/)
    expect(server.stderr()).toBe('')
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })

  test('get the server’s environment without its secrets', async () => {
    const [dataDir, database] = [await aFolder(), await embedded(await aFolder())]
    const secrets = { CARILLON_SECRET: SECRET, CARILLON_ADMIN_TOKEN: ADMIN_TOKEN, DATABASE_URL: database.url }
    const server = await started({ dataDir, ...TWO_WORKERS, env: secrets })
    for (const worker of [1, 2]) {
      const environment = await environmentOf(await pidOf(server, worker))
      expect(environment).toContain(`CARILLON_DATA_DIR=${dataDir}`)
      for (const hidden of [...Object.keys(secrets), ...Object.values(secrets)]) {
        expect(environment).not.toContain(hidden)
      }
    }
    await stopsCleanly(server, dataDir)
    await database.stop()
  })

  test('are replaced when they are killed, and their counts are kept', async () => {
    const dataDir = await aFolder()
    const server = await started({ dataDir, ...TWO_WORKERS })
    const [one, two] = [await pidOf(server, 1), await pidOf(server, 2)]
    await sendBatch(server, 'Ding')
    const before = await untilMetrics(server, (jobs) => jobs >= 1)
    for (const pid of [one, two]) process.kill(pid, 'SIGKILL')
    await server.printed(
      '"worker":1,"signal":"SIGKILL","pauseMs":500,"msg":"a worker has ended, and is being replaced"',
    )
    await server.printed('"worker":2,"signal":"SIGKILL"')
    expect(await pidOf(server, 1, { not: one })).not.toBe(one)
    expect(await pidOf(server, 2, { not: two })).not.toBe(two)
    await sendBatch(server, 'dong')
    await untilMetrics(server, (jobs) => jobs > before)
    await stopsCleanly(server, dataDir)
  })

  test('end when the server is killed', async () => {
    const server = await started({ dataDir: await aFolder(), ...TWO_WORKERS })
    await server.printed('"worker":1,"msg":"working"')
    await server.printed('"worker":2,"msg":"working"')
    server.child.kill('SIGKILL')
    // The workers write to the same pipe, so it closes when the last one has ended.
    expect(await server.ended).toBe('SIGKILL')
    expect(server.stdout()).toMatch(/"worker":1,"msg":"stopped"/)
    expect(server.stdout()).toMatch(/"worker":2,"msg":"stopped"/)
  })
})

describe('a secret that differs from the secret of the other servers', () => {
  const ANOTHER = /^carillon: CARILLON_SECRET is not the secret that this database is used with/

  test('stops servers and workers from starting, with instructions; the right secret is accepted', async () => {
    const database = await embedded(await aFolder())
    const env = { DATABASE_URL: database.url, CARILLON_DATA_DIR: await aFolder(), CARILLON_SECRET: SECRET }
    await started({ dataDir: env.CARILLON_DATA_DIR, env })
    const other = { ...env, CARILLON_SECRET: 'the-secret-of-somebody-else' }
    const said = await refuses({ dataDir: env.CARILLON_DATA_DIR, env: other }, ANOTHER)
    expect(said).toContain('set CARILLON_SECRET to the secret of the other servers')
    expect(said).not.toContain('somebody')
    const refused = aCarillon(['worker'], other)
    expect(await refused.ended).toBe(1)
    expect(refused.stderr()).toMatch(ANOTHER)
    await aCarillon(['worker'], env).printed('"msg":"working"')
    await database.stop()
  })

  test('is reported with its file, and accepted after the old fingerprint was deleted from the database', async () => {
    const dataDir = await aFolder()
    await stopsCleanly(await started({ dataDir, env: { CARILLON_SECRET: SECRET } }), dataDir)
    const said = await refuses({ dataDir }, /^carillon: .*\/secret is not the secret that/)
    const [, remedy] = /run this on the database: (.*)\n$/.exec(said)!
    const database = await embedded(dataDir)
    await runSql(database.url, remedy!)
    await database.stop()
    await stopsCleanly(await started({ dataDir }), dataDir)
  })
})

/** The id of the first process other than `not` that the server has started as this worker. */
async function pidOf(server: Process, worker: number, { not }: { not?: number } = {}): Promise<number> {
  const started = new RegExp(`"worker":${worker},"pid":(\\d+),"msg":"worker started"`, 'g')
  for (;;) {
    const pids = [...server.stdout().matchAll(started)].map(([, pid]) => Number(pid))
    const found = pids.find((pid) => pid !== not)
    if (found !== undefined) return found
    await once(server.child.stdout!, 'data')
  }
}

/** The arguments and environment of a process, as the system shows them to other processes of the user. */
async function environmentOf(pid: number): Promise<string> {
  return (await promisify(execFile)('ps', ['eww', '-o', 'command=', '-p', String(pid)])).stdout
}

async function sendBatch(server: Process, body: string): Promise<void> {
  const response = await fetch(`${baseOf(server)}/api/v1/messaging/batch`, {
    method: 'POST',
    headers: { authorization: basicOf(demoKeyOf(server)), 'content-type': 'application/json' },
    body: JSON.stringify({ from: DEMO_SENDER, recipients: [{ to: DEMO_CONTACT, body }] }),
  })
  expect(response.status).toBe(201)
}

/** Polls the metrics until enough jobs of broadcasts are counted. Returns their number. */
async function untilMetrics(server: Process, areEnough: (jobs: number) => boolean): Promise<number> {
  while (server.child.exitCode === null) {
    const response = await fetch(`${baseOf(server)}/metrics`)
    const [, count = '0'] = COUNT.exec(await response.text()) ?? []
    if (areEnough(Number(count))) return Number(count)
  }
  throw new Error('The server has ended')
}

const COUNT = /^carillon_job_duration_seconds_count\{.*kind="dispatch-chunk".*\} (\d+)$/m

async function textsOnPhones(server: Process): Promise<readonly string[]> {
  const response = await fetch(`${baseOf(server)}/sim/messages`)
  const { results } = (await response.json()) as { results: { body: string }[] }
  return results.map(({ body }) => body)
}

async function runSql(connectionString: string, sql: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  await client.query(sql)
  await client.end()
}
