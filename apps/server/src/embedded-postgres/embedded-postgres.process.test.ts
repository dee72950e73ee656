import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { spawn, type ChildProcess } from 'node:child_process'
import { cp, lstat, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { findBinaries, installedPackage } from './binaries.js'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.js'
import { processToken } from './process-token.js'

jest.setTimeout(60_000)

const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

test('data survives a stop, even in a folder whose path is too long for a socket', async () => {
  const dataDir = join(await aFolder(), 'l'.repeat(100), 'it is "here"')
  const first = await start(dataDir)
  await query(first, "create table note as select 'kept' as text")
  await first.stop()
  await first.stop()
  await expect(query(first, 'select')).rejects.toThrow('ENOENT')

  const second = await start(dataDir)
  expect(second.reattached).toBe(false)
  expect(await query(second, 'select text from note')).toEqual([{ text: 'kept' }])
})

test('the connection string works, and no setting of the database depends on the machine', async () => {
  const { url } = await start(await aFolder())
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(`
    select current_user as "user", current_setting('server_encoding') as encoding, datlocale as locale,
           current_setting('timezone') as timezone, current_setting('listen_addresses') as network
      from pg_database where datname = current_database()`)
  await client.end()
  expect(rows).toEqual([{ user: 'carillon', encoding: 'UTF8', locale: 'C.UTF-8', timezone: 'UTC', network: '' }])
})

test('only the owner can access the data and the socket, and the log contains no data', async () => {
  const dataDir = join(await aFolder(), 'data')
  const postgres = await start(dataDir)
  for (const folder of [dataDir, join(dataDir, 'postgres'), postgres.connection.host]) {
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  }
  await query(postgres, "create table phone (number text primary key); insert into phone values ('+12025550123')")
  await expect(query(postgres, "insert into phone values ('+12025550123')")).rejects.toThrow('duplicate key')
  await expect(query(postgres, "select '+12025550123'::bytea::int")).rejects.toThrow()
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('2025550123')
})

test('concurrent starts share one database, which runs until the last of them stops it', async () => {
  const dataDir = await aFolder()
  const all = await Promise.all([start(dataDir), start(dataDir), start(dataDir)])
  expect(all.map(({ reattached }) => reattached).sort()).toEqual([false, true, true])
  const [one, two, three] = all as [EmbeddedPostgres, EmbeddedPostgres, EmbeddedPostgres]
  await query(one, "create table note as select 'shared' as text")
  await one.stop()
  await two.stop()
  expect(await query(three, 'select text from note')).toEqual([{ text: 'shared' }])
  await three.stop()
  await expect(query(three, 'select')).rejects.toThrow('ENOENT')
})

test('after a kill -9 of the process that started Postgres, the next start takes over and can stop it', async () => {
  const dataDir = await aFolder()
  const starter = startElsewhere(dataDir)
  await printed(starter, 'ready')
  await kill(starter)

  const postgres = await start(dataDir)
  expect(postgres.reattached).toBe(true)
  expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }])
  await postgres.stop()
  await expect(query(postgres, 'select')).rejects.toThrow('ENOENT')
})

test('if Postgres and the process that started it were killed with -9, a start recovers committed data', async () => {
  const dataDir = await aFolder()
  const starter = startElsewhere(dataDir)
  await printed(starter, 'ready')
  const watched = await start(dataDir)
  await query(watched, "create table note as select 'committed' as text")
  await watched.stop()
  await kill(starter)
  const pid = await postmasterPid(dataDir)
  process.kill(pid, 'SIGKILL')
  // The process ends a little later. Until then, a start would find it running.
  await until(async () => (await processToken(pid)) === null)

  const postgres = await start(dataDir)
  expect(postgres.reattached).toBe(false)
  expect(await query(postgres, 'select text from note')).toEqual([{ text: 'committed' }])
})

describe('when Postgres dies while it is in use,', () => {
  test('it is restarted at the same address with all committed data, and a message is printed', async () => {
    const dataDir = await aFolder()
    const warnings: string[] = []
    const postgres = await start(dataDir, (line) => warnings.push(line))
    await query(postgres, "create table note as select 'committed' as text")
    for (const [deaths, signal] of (['SIGKILL', 'SIGQUIT'] as const).entries()) {
      process.kill(await postmasterPid(dataDir), signal)
      // Waits for the end of the restart: Postgres accepts connections earlier, but a kill then would break the start.
      await until(async () => warnings.length >= 2 * (deaths + 1))
      expect(await query(postgres, 'select text from note')).toEqual([{ text: 'committed' }])
    }
    expect(warnings.map((line) => line.replace(/\d+/, 'N'))).toEqual([
      'Postgres has died, and is being restarted',
      'Postgres is running again (process N)',
      'Postgres has died, and is being restarted',
      'Postgres is running again (process N)',
    ])
  })

  test('all users, including new ones, get the same restarted instance', async () => {
    const dataDir = await aFolder()
    const all = await Promise.all([start(dataDir), start(dataDir)])
    const elsewhere = startElsewhere(dataDir)
    await printed(elsewhere, 'ready')
    process.kill(await postmasterPid(dataDir), 'SIGQUIT')
    const late = await start(dataDir)
    for (const one of [...all, late]) {
      await until(() =>
        query(one, 'select').then(
          () => true,
          () => false,
        ),
      )
    }
    expect(new Set([...all, late].map(({ url }) => url)).size).toBe(1)
  })

  test('a stop during the restart leaves no process running', async () => {
    const dataDir = await aFolder()
    let died = () => {}
    const noticed = new Promise<void>((resolve) => (died = resolve))
    const postgres = await start(dataDir, died)
    process.kill(await postmasterPid(dataDir), 'SIGKILL')
    await noticed
    await postgres.stop()
    await expect(query(postgres, 'select')).rejects.toThrow('ENOENT')
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.attachments', 'postgres.log'])
  })
})

test('a process that reuses the id of a dead Postgres is not mistaken for it', async () => {
  const dataDir = await aFolder()
  await (await start(dataDir)).stop()
  const cluster = join(dataDir, 'postgres')
  const { uid } = await stat(cluster)
  const stranger = spawn('sleep', ['1000'], process.getuid?.() === 0 ? { uid } : {})
  cleanups.push(() => kill(stranger))
  await writeFile(join(cluster, 'postmaster.pid'), `${stranger.pid}\n/proc/self/cwd\n1\n5432\n/gone\n\n\nready   \n`)

  const postgres = await start(dataDir)
  expect(postgres.reattached).toBe(false)
  await postgres.stop()
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
})

test('a database whose creation was interrupted is created again, and the remains are removed', async () => {
  const dataDir = await aFolder()
  const starter = startElsewhere(dataDir)
  await until(async () => (await readdir(dataDir, { recursive: true })).some((path) => path.endsWith('PG_VERSION')))
  await kill(starter)

  const postgres = await start(dataDir)
  expect(await query(postgres, 'select current_database() as name')).toEqual([{ name: 'carillon' }])
  await postgres.stop()
  await until(async () => {
    await (await start(dataDir)).stop()
    return (await readdir(dataDir)).sort().join() === 'postgres,postgres.attachments,postgres.log'
  })
})

test('a failed start reports its reason in one line', async () => {
  const dataDir = await aFolder()
  await (await start(dataDir)).stop()
  const settings = { shared_buffers: 'none' }
  await expect(startEmbeddedPostgres({ dataDir, settings })).rejects.toThrow(
    'Postgres did not start: invalid value for parameter "shared_buffers": "none"; ',
  )
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('is from Postgres 17, but this is Postgres 18')
  await expect(startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres.log') })).rejects.toThrow(
    'cannot be used: EEXIST',
  )
  await expect(installedPackage('win32-x64')).rejects.toThrow('not available for win32-x64: set DATABASE_URL')
})

test('binaries without the symbolic links between libraries are copied once, with the links', async () => {
  const { native } = await installedPackage()
  const [home, unlinked] = [await aFolder(), join(await aFolder(), 'native')]
  const filter = async (path: string) => !(await lstat(path)).isSymbolicLink()
  await cp(native, unlinked, { recursive: true, filter })

  const search = { installed: { native: unlinked, version: '18.0.0' }, folder: { home, user: null } }
  const found = await findBinaries(search)
  expect(found.postgres).toBe(join(home, 'postgres-binaries-18.0.0', 'bin', 'postgres'))
  expect(found.majorVersion).toBe('18')
  const { ino } = await stat(found.postgres)
  expect(await findBinaries(search)).toEqual(found)
  expect((await stat(found.postgres)).ino).toBe(ino)
})

async function aFolder() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'embedded-postgres-')))
  cleanups.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

async function start(dataDir: string, warn = (_: string) => {}) {
  const settings = { fsync: 'off', shared_buffers: '16MB' }
  const postgres = await startEmbeddedPostgres({ dataDir, settings, warn })
  cleanups.push(() => postgres.stop())
  return postgres
}

async function query({ connection }: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows
  } finally {
    await client.end()
  }
}

/** Starts Postgres in a separate process, which uses the output of `tsc -b`. */
function startElsewhere(dataDir: string) {
  const built = new URL('../../dist/embedded-postgres/embedded-postgres.js', import.meta.url).href
  const code = `const { startEmbeddedPostgres } = await import(${JSON.stringify(built)})
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    console.log('ready')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  cleanups.push(() => kill(child))
  return child
}

const printed = ({ stdout }: ChildProcess, word: string) =>
  new Promise<void>((resolve, reject) => {
    stdout!.on('data', (data: Buffer) => data.toString().includes(word) && resolve())
    stdout!.once('end', () => reject(new Error(`It ended before it printed "${word}"`)))
  })

async function kill(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exit
}

async function postmasterPid(dataDir: string) {
  return parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
}

/** Polls without a pause, but lets other work continue in between. */
async function until(condition: () => Promise<boolean>) {
  const deadline = Date.now() + 20_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('It did not come true within 20 s')
    await new Promise(setImmediate)
  }
}
