import { describe, expect, jest, test } from '@jest/globals'
import { once } from 'node:events'
import { cp, stat } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { freeAddress } from '../listening/listening.js'
import { BIN, type Process } from '../testing/service/a-process.js'
import {
  aCarillon,
  aFolder,
  aKnownProcess,
  embedded,
  exists,
  firstResponse,
  pasted,
  portOf,
  refuses,
  start,
  started,
  stopsCleanly,
} from '../testing/service/starts.js'

/** Every test starts the built command, as an operator does. */
jest.setTimeout(120_000)

describe('on an empty data folder', () => {
  test('a first start creates everything and prints requests to paste; a second start keeps all data', async () => {
    const dataDir = await aFolder()
    const first = await started({ dataDir })
    const greeting = first.stdout()
    expect(greeting).toMatch(/^Carillon is running: http:\/\/127\.0\.0\.1:\d+\n/)
    expect(greeting).toContain(`in ${join(dataDir, 'admin-token')}`)
    expect(greeting).toContain('key id       key_tryout')
    const setup = /http:\S+\/dashboard\/setup#(\S+)/.exec(greeting)![1]!
    const [read, create] = greeting.match(/curl .*/g)!
    expect(await pasted(read!)).toMatchObject({
      phoneNumber: '+12025550123',
      firstName: 'Ann',
      customFields: { Plan: 'Pro', Visits: 12, 'Member since': '2025-03-01', Interests: ['Music', 'Books'] },
      groups: [{ name: 'Newsletter' }, { name: 'VIP' }],
    })
    expect(await pasted(create!)).toMatchObject({ firstName: 'Eve', phoneNumber: '+12025550166' })
    expect(first.stderr()).toBe('')
    expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600)
    await stopsCleanly(first, dataDir)

    const second = await started({ dataDir, port: portOf(first) })
    const renewed = /http:\S+\/dashboard\/setup#(\S+)/.exec(second.stdout())![1]!
    expect(await linkStatuses(second, [setup, renewed])).toEqual([404, 200])
    expect(second.stdout()).not.toContain('secret')
    expect(second.stdout()).toContain(`in ${join(dataDir, 'admin-token')}`)
    expect(await pasted(read!)).toMatchObject({ firstName: 'Ann' })
    expect(await pasted(create!)).toMatchObject({ code: 33037, status: 409 })
    await stopsCleanly(second, dataDir)
  })

  test('one of two concurrent starts prints the demo account, and the last to end stops the database', async () => {
    const dataDir = await aFolder()
    const both = await Promise.all([started({ dataDir }), started({ dataDir })])
    expect(both.filter((one) => one.stdout().includes('key_tryout'))).toHaveLength(1)
    const curl = both.map((one) => /curl .*/.exec(one.stdout())?.[0]).find((line) => line !== undefined)!
    const [one, two] = both as [Process, Process]
    for (const port of [portOf(one), portOf(two)]) {
      expect(await pasted(curl.replace(/:\d+\/api/, `:${port}/api`))).toMatchObject({ firstName: 'Ann' })
    }
    one.child.kill('SIGTERM')
    expect(await one.ended).toBe(0)
    expect((await fetch(`http://127.0.0.1:${portOf(two)}/readyz`)).status).toBe(200)
    await stopsCleanly(two, dataDir)
  })
})

test('after a kill -9 the next start has the same data', async () => {
  const dataDir = await aFolder()
  const first = await started({ dataDir })
  const [read, create] = first.stdout().match(/curl .*/g)!
  await pasted(create!)
  first.child.kill('SIGKILL')
  expect(await first.ended).toBe('SIGKILL')

  const second = await started({ dataDir, port: portOf(first) })
  expect(await pasted(read!)).toMatchObject({ firstName: 'Ann' })
  expect(await pasted(create!)).toMatchObject({ code: 33037 })
  await stopsCleanly(second, dataDir)
})

test('Ctrl-C during the start stops the server cleanly', async () => {
  const dataDir = await aFolder()
  const process = start({ dataDir, port: 0 })
  while (!(await exists(join(dataDir, 'postgres.attachments')))) await new Promise(setImmediate)
  process.child.kill('SIGINT')
  expect(await process.ended).toBe(0)
  expect(await exists(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('the first response already has the demo account, and JSON log lines follow the banner', async () => {
  const dataDir = await aFolder()
  const { port } = await freeAddress({ host: '127.0.0.1', port: 0 })
  const process = start({ dataDir, port, env: { CARILLON_ADMIN_TOKEN: 'the-admin-token-for-tests' } })
  const accounts = await firstResponse(
    process,
    `http://127.0.0.1:${port}/admin/v1/accounts`,
    'the-admin-token-for-tests',
  )
  expect(accounts).toMatchObject({ results: [{ name: 'Demo' }] })
  await process.printed('"msg":"request"')
  await pasted(/curl .*/.exec(process.stdout())![0])
  await stopsCleanly(process, dataDir)
  expect(process.stdout()).toMatch(/^Carillon is running: /)
  const lines = process.stdout().split('\n\n').at(-1)!.trimEnd().split('\n')
  const log = lines.map((line) => JSON.parse(line) as { msg: string })
  expect(log.map(({ msg }) => msg)).toEqual([
    'started',
    'request',
    'request',
    expect.stringContaining('stopping'),
    'stopped',
  ])
  expect(lines.join()).not.toContain('2025550123')
  expect(process.stderr()).toBe('')
})

describe('with an existing database', () => {
  test('the schema is migrated, and a warning says that all servers need the same secret', async () => {
    const database = await embedded(await aFolder())
    const env = { DATABASE_URL: database.url, CARILLON_DATA_DIR: await aFolder() }
    const migrating = aCarillon(['migrate'], env)
    expect(await migrating.ended).toBe(0)
    expect(migrating.stdout()).toMatch(/^Applied 0001/)
    const again = aCarillon(['migrate'], env)
    expect(await again.ended).toBe(0)
    expect(again.stdout()).toBe('The database is up to date\n')

    const process = await started({ dataDir: env.CARILLON_DATA_DIR, env })
    expect(process.stderr()).toMatch(
      /^Warning: CARILLON_SECRET is not set, so .*secret is used: every server needs the same secret\n$/,
    )
    expect(process.stdout()).toContain('in the database of DATABASE_URL')
    process.child.kill('SIGTERM')
    expect(await process.ended).toBe(0)
    await database.stop()
  })

  test('a database with a newer schema is refused', async () => {
    const dataDir = await aFolder()
    const database = await embedded(dataDir)
    const client = new Client({ connectionString: database.url })
    await client.connect()
    await client.query(`create table carillon_migration (id text primary key, applied_at timestamptz not null);
      insert into carillon_migration values ('9999-of-tomorrow', now())`)
    await client.end()
    await database.stop()
    await refuses(
      { dataDir },
      /^carillon: The database has the migration 9999-of-tomorrow, which this version does not know/,
    )
    expect(await exists(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  })

  test('the error for an unreachable database does not contain its password', async () => {
    const { port } = await freeAddress({ host: '127.0.0.1', port: 0 })
    const env = {
      DATABASE_URL: `postgresql://me:hunter2@127.0.0.1:${port}/carillon`,
      CARILLON_SECRET: '0123456789abcdef',
    }
    const said = await refuses(
      { dataDir: await aFolder(), env },
      /^carillon: The database .* cannot be reached: .*ECONNREFUSED/,
    )
    expect(said).not.toContain('hunter2')
  })
})

describe('a failed start is reported in one line:', () => {
  test('a taken port, before a database is created', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const dataDir = await aFolder()
    await refuses({ dataDir, port }, new RegExp(`^carillon: Port ${port} on 127\\.0\\.0\\.1 is in use: `))
    expect(await exists(join(dataDir, 'postgres'))).toBe(false)
    other.close()
  })

  test('an invalid setting', async () => {
    const env = { CARILLON_LOG_LEVEL: 'loud' }
    await refuses({ dataDir: await aFolder(), env }, /^carillon: CARILLON_LOG_LEVEL must be one of .*, got "loud"\n$/)
  })

  test('a data folder that is a file', async () => {
    await refuses({ dataDir: BIN }, /^carillon: .*carillon\.js.* cannot be (used|read): /)
  })

  test('a missing build', async () => {
    const folder = await aFolder()
    await cp(BIN, join(folder, 'bin', 'carillon.mjs'))
    const process = aKnownProcess([join(folder, 'bin', 'carillon.mjs'), 'start'], {})
    expect(await process.ended).toBe(1)
    expect(process.stderr()).toBe('carillon: the project is not built: run npm run build first\n')
  })
})

/** The status with which the server reads each link of the setup. */
function linkStatuses(process: Process, tokens: readonly string[]): Promise<readonly number[]> {
  return Promise.all(
    tokens.map(async (token) => {
      const { status } = await fetch(`http://127.0.0.1:${portOf(process)}/dashboard/api/v1/links/read`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ token }),
      })
      return status
    }),
  )
}
