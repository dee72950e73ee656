import { afterEach, expect } from '@jest/globals'
import { execFile } from 'node:child_process'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../embedded-postgres/embedded-postgres.js'
import { aDatabase } from './a-database.js'
import { aProcess, BIN, type Process } from './a-process.js'

const processes: Process[] = []
const databases: { stop(): Promise<void> }[] = []
const folders: string[] = []

afterEach(async () => {
  for (const { child, ended } of processes.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
  for (const database of databases.splice(0)) await database.stop()
  for (const folder of folders.splice(0)) {
    // A failed test may have left Postgres running.
    if (await exists(join(folder, 'postgres', 'postmaster.pid'))) await (await embedded(folder)).stop()
    await rm(folder, { recursive: true, force: true })
  }
})

type StartOptions = { dataDir: string; port?: number; env?: Readonly<Record<string, string>>; args?: readonly string[] }

export function start({ dataDir, port = 0, env = {}, args = [] }: StartOptions): Process {
  return aCarillon(['start', ...args], { PORT: String(port), CARILLON_DATA_DIR: dataDir, ...env })
}

export function aCarillon(args: readonly string[], env: Readonly<Record<string, string>>): Process {
  return aKnownProcess([BIN, ...args], env)
}

/** Stopped after the test. */
export function aKnownProcess(args: readonly string[], env: Readonly<Record<string, string>>): Process {
  const process = aProcess(args, env)
  processes.push(process)
  return process
}

export async function started(options: StartOptions): Promise<Process> {
  const process = start(options)
  await process.printed('"msg":"started"')
  return process
}

export function portOf(process: Process): number {
  return Number(/running: http:\/\/127\.0\.0\.1:(\d+)/.exec(process.stdout())![1])
}

/** The base URL of the server. */
export function baseOf(process: Process): string {
  return `http://127.0.0.1:${portOf(process)}`
}

/** The key of the demo account as `id:secret`, from the process that created it. */
export function demoKeyOf(process: Process): string {
  return /curl -u ([\w-]+:\S+)/.exec(process.stdout())![1]!
}

/** `key` has the form `id:secret`. */
export function basicOf(key: string): string {
  return `Basic ${Buffer.from(key).toString('base64')}`
}

export async function stop({ child, ended }: Process): Promise<void> {
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
}

export async function kill({ child, ended }: Process): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

export async function stopsCleanly(process: Process, dataDir: string) {
  await stop(process)
  expect(await exists(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
}

export async function refuses(options: StartOptions, line: RegExp): Promise<string> {
  const process = start(options)
  expect(await process.ended).toBe(1)
  expect(process.stderr()).toMatch(line)
  expect(process.stderr().trimEnd().split('\n')).toHaveLength(1)
  expect(process.stdout()).toBe('')
  return process.stderr()
}

/** Sends requests from the start of the process until the first response. */
export async function firstResponse({ child }: Process, url: string, token: string): Promise<unknown> {
  while (child.exitCode === null) {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } }).catch(() => null)
    if (response !== null) return response.json()
  }
  throw new Error('It ended without an answer')
}

export async function pasted(line: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)('sh', ['-c', line])
  return JSON.parse(stdout)
}

/** Stopped after the test. */
export async function embedded(dataDir: string): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
  databases.push(database)
  return database
}

/** A separate database on the shared Postgres: faster than starting an embedded one. Dropped after the test. */
export async function shared(): Promise<{ readonly url: string; readonly sql: Client }> {
  const { url, drop } = await aDatabase()
  databases.push({ stop: drop })
  const sql = new Client({ connectionString: url })
  // Dropping the database closes the connection of this client, which then emits an error.
  sql.on('error', () => {})
  await sql.connect()
  return { url, sql }
}

export async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'carillon-start-'))
  folders.push(folder)
  return folder
}

export function exists(path: string) {
  return access(path).then(
    () => true,
    () => false,
  )
}
