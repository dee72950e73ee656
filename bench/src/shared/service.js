import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connect } from '@carillon/postgres'
import { startEmbeddedPostgres } from '../../../apps/server/dist/embedded-postgres/embedded-postgres.js'
import { portOf } from './port-of.js'

const COMMAND = fileURLToPath(new URL('../../../apps/server/bin/carillon.js', import.meta.url))
export const ADMIN_TOKEN = 'campaign-admin-token'
const READY_WITHIN_MS = 60_000

/**
 * The service as an operator runs it: `processes` servers on one new embedded database, which `stop` deletes, or on the
 * database of `databaseUrl`. Without `works`, no jobs run, so accepted requests are stored but not processed.
 */
export async function startService({
  processes = 1,
  works = true,
  env: more = {},
  readyWithinMs = READY_WITHIN_MS,
  databaseUrl: ownUrl = null,
} = {}) {
  const env = { ...more, ...(ownUrl !== null && { DATABASE_URL: ownUrl }) }
  const dataDir = await mkdtemp(join(tmpdir(), 'carillon-campaign-'))
  const servers = []
  let database = null
  const stop = async () => {
    await database?.knex.destroy()
    await Promise.all(servers.map(stopServer))
    // Killed servers leave their Postgres running.
    if (existsSync(join(dataDir, 'postgres', 'postmaster.pid'))) await (await startEmbeddedPostgres({ dataDir })).stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    for (let i = 0; i < processes; i++) {
      const server = await startServer(dataDir, { works, env, port: await freePort() })
      servers.push(server)
      await untilReady(server, readyWithinMs)
    }
    database = ownUrl === null ? await openDatabase(dataDir) : { knex: await connect(ownUrl), postgres: null }
  } catch (error) {
    await stop()
    throw error
  }
  const urls = servers.map(({ url }) => url)
  const { knex, postgres } = database
  return {
    urls,
    pids: servers.map(({ child }) => child.pid),
    databaseUrl: ownUrl ?? postgres.url,
    dataDir,
    stop,
    /** Kills a server, leaving its work unfinished; resolves when it is dead. */
    async kill(place) {
      servers[place].child.kill('SIGKILL')
      await servers[place].exited
    },
    /** Starts a killed server again, at the same URL. */
    async startAgain(place) {
      const { port } = new URL(urls[place])
      servers[place] = await startServer(dataDir, { works, env, port })
      await untilReady(servers[place])
    },
    apply: (account) => administer(urls[0], '/apply', { account }),
    grant: (name, amounts) => administer(urls[0], `/accounts/${encodeURIComponent(name)}/credits`, amounts),
    importContacts: (name, { group, phones }) => importRows(urls[0], { name, group, rows: ['phoneNumber', ...phones] }),
    /** Imports a contact file with these lines, of which the first is the header. */
    importRows: (name, { group, rows }) => importRows(urls[0], { name, group, rows }),
    /** Creates another database on the embedded server; returns its URL. */
    async createDatabase(name) {
      await knex.raw('create database ??', [name])
      return postgres.url.replace(`/${postgres.connection.database}?`, `/${name}?`)
    },
    /** Runs a statement directly in the database; returns its rows. */
    sql: async (statement, bindings = {}) => (await knex.raw(statement, bindings)).rows,
  }
}

/** Connects to the servers' database. The servers keep it running, not this process. */
async function openDatabase(dataDir) {
  const postgres = await startEmbeddedPostgres({ dataDir })
  await postgres.stop()
  return { postgres, knex: await connect(postgres.url) }
}

/** The `Authorization` header for an API key. */
export function basic({ id, secret }) {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
}

async function startServer(dataDir, { works, env: more, port }) {
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    CARILLON_DATA_DIR: dataDir,
    CARILLON_ADMIN_TOKEN: ADMIN_TOKEN,
    CARILLON_LOG_LEVEL: 'error',
    CARILLON_WORKERS: works ? '1' : '0',
    // The judges count what the campaign did, without the history of the demo account.
    CARILLON_DEMO: '0',
    ...more,
  }
  const child = spawn(process.execPath, [COMMAND, 'start'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  return { url: `http://127.0.0.1:${port}`, child, exited }
}

async function stopServer({ child, exited }) {
  child.kill('SIGTERM')
  await exited
}

async function untilReady({ url, child }, readyWithinMs = READY_WITHIN_MS) {
  const deadline = performance.now() + readyWithinMs
  while (performance.now() < deadline && child.exitCode === null) {
    const response = await fetch(`${url}/readyz`).catch(() => null)
    if (response?.ok) return
    await delay(50)
  }
  throw new Error(`the server at ${url} did not become ready within ${readyWithinMs} ms`)
}

/** A TCP port that nobody uses at the moment. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const port = portOf(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Imports contacts, opted in to the group. */
async function importRows(url, { name, group, rows }) {
  const path = `/accounts/${encodeURIComponent(name)}/contacts/import?group=${encodeURIComponent(group)}`
  const response = await fetch(`${url}/admin/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'text/csv' },
    body: rows.join('\n'),
  })
  const lines = (await response.text()).trimEnd().split('\n')
  const { done } = JSON.parse(lines.at(-1))
  if (done?.rejected !== 0) throw new Error(`${path} answered ${response.status}: ${lines.at(-1)}`)
}

/**
 * Calls the admin API.
 *
 * @returns {Promise<any>}
 */
export async function administer(url, path, request, method = 'POST') {
  const response = await fetch(`${url}/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  const body = await response.json()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(body)}`)
  return body
}
