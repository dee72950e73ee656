import { describe, expect, jest, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { DEMO_CONTACT, DEMO_SENDER } from '../start/demo-account.js'
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

/** Each starts servers and kills them. */
jest.setTimeout(120_000)

const SECRET = 'the-secret-of-the-service'
const ADMIN_TOKEN = 'the-token-of-the-admin'
const TWO_WORKERS = { args: ['--workers', '2'], env: { CARILLON_SECRET: SECRET } }

describe('worker processes beside the server', () => {
  test('do its jobs, are counted in its metrics, and stop with it', async () => {
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

  test('have what the server has in its environment, but for its secrets', async () => {
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

  test('one that is killed is replaced, and what both have counted stays', async () => {
    const dataDir = await aFolder()
    const server = await started({ dataDir, ...TWO_WORKERS })
    const [one, two] = [await pidOf(server, 1), await pidOf(server, 2)]
    await sendBatch(server, 'Ding')
    const before = await untilMetrics(server, (jobs) => jobs >= 1)
    for (const pid of [one, two]) process.kill(pid, 'SIGKILL')
    await server.printed(
      '"worker":1,"signal":"SIGKILL","pauseMs":500,"msg":"a worker has ended, and another takes its place"',
    )
    await server.printed('"worker":2,"signal":"SIGKILL"')
    expect(await pidOf(server, 1, { not: one })).not.toBe(one)
    expect(await pidOf(server, 2, { not: two })).not.toBe(two)
    await sendBatch(server, 'dong')
    await untilMetrics(server, (jobs) => jobs > before)
    await stopsCleanly(server, dataDir)
  })

  test('when the server is killed they notice, and end by themselves', async () => {
    const server = await started({ dataDir: await aFolder(), ...TWO_WORKERS })
    await server.printed('"worker":1,"msg":"working"')
    await server.printed('"worker":2,"msg":"working"')
    server.child.kill('SIGKILL')
    // They write to the same pipe, so that it ends when the last of them does.
    expect(await server.ended).toBe('SIGKILL')
    expect(server.stdout()).toMatch(/"worker":1,"msg":"stopped"/)
    expect(server.stdout()).toMatch(/"worker":2,"msg":"stopped"/)
  })
})

describe('another secret than that of the others', () => {
  const ANOTHER = /^carillon: CARILLON_SECRET is another secret than the one that this database is used with/

  test('is refused to a server and to a worker, with what to do, and the same one is taken', async () => {
    const database = await embedded(await aFolder())
    const env = { DATABASE_URL: database.url, CARILLON_DATA_DIR: await aFolder(), CARILLON_SECRET: SECRET }
    await started({ dataDir: env.CARILLON_DATA_DIR, env })
    const other = { ...env, CARILLON_SECRET: 'the-secret-of-somebody-else' }
    const said = await refuses({ dataDir: env.CARILLON_DATA_DIR, env: other }, ANOTHER)
    expect(said).toContain('set CARILLON_SECRET to what the other servers have')
    expect(said).not.toContain('somebody')
    const refused = aCarillon(['worker'], other)
    expect(await refused.ended).toBe(1)
    expect(refused.stderr()).toMatch(ANOTHER)
    await aCarillon(['worker'], env).printed('"msg":"working"')
    await database.stop()
  })

  test('is told by its file where it was taken from there, and goes once the old one is given up', async () => {
    const dataDir = await aFolder()
    await stopsCleanly(await started({ dataDir, env: { CARILLON_SECRET: SECRET } }), dataDir)
    const said = await refuses({ dataDir }, /^carillon: .*\/secret is another secret than/)
    const [, remedy] = /run this on the database: (.*)\n$/.exec(said)!
    const database = await embedded(dataDir)
    await runSql(database.url, remedy!)
    await database.stop()
    await stopsCleanly(await started({ dataDir }), dataDir)
  })
})

/** Of the process that the server has started last as its nth worker, or first but for the one named. */
async function pidOf(server: Process, worker: number, { not }: { not?: number } = {}): Promise<number> {
  const started = new RegExp(`"worker":${worker},"pid":(\\d+),"msg":"worker started"`, 'g')
  for (;;) {
    const pids = [...server.stdout().matchAll(started)].map(([, pid]) => Number(pid))
    const found = pids.find((pid) => pid !== not)
    if (found !== undefined) return found
    await once(server.child.stdout!, 'data')
  }
}

/** With its arguments, as the system tells them to whoever may see them. */
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

/** Asks until so many jobs of a broadcast are counted, and answers how many they are. */
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
