import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** A program that starts Citus clusters for tests. It lies beside some checkouts only. */
const LAB = join(import.meta.dirname, '../../../../shared/citus-lab/lab')

/** The first port of the cluster, outside the range from which clients get theirs. */
const PORT = '24500'

/**
 * Starts a coordinator and workers. Needs root.
 * @param {{ workers?: number }} [options]
 */
export async function startCitus({ workers = 2 } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'carillon-citus-'))
  // The nodes run as another user.
  await chmod(folder, 0o755)
  const env = { ...process.env, CITUS_LAB_PORT: PORT }
  /** @param {string[]} args */
  const lab = async (...args) => (await execute(LAB, args, { env })).stdout
  const cluster = join(folder, 'cluster')
  const stop = async () => {
    await lab('stop', cluster).catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const started = await lab('start', cluster, String(workers)).catch(async (error) => {
      await stopAndUpgrade(error, () => lab('stop', cluster))
      await rm(cluster, { recursive: true, force: true })
      return lab('start', cluster, String(workers))
    })
    /** @type {{ coordinator: string, workers: string[] }} */
    const { coordinator, workers: urls } = JSON.parse(started.trim().split('\n').at(-1) ?? '')
    return {
      coordinator,
      workers: urls,
      /** With the data of each node. */
      folders: Array.from({ length: workers + 1 }, (_, node) => join(cluster, `node${node}`)),
      stop,
      /** As a crash would. @param {number} node 0 is the coordinator */
      kill: (node) => lab('kill', cluster, String(node)),
      /** @param {number} node */
      restart: (node) => lab('restart', cluster, String(node)),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * An installed Postgres may be older than the one that Citus was built for, which then fails to load. Any other failure
 * is thrown again.
 * @param {Error & { stderr?: string }} error
 * @param {() => Promise<string>} stopCluster
 */
async function stopAndUpgrade(error, stopCluster) {
  if (!/undefined symbol|could not start server|pg_ctl/.test(`${error.stderr} ${error.message}`)) throw error
  await stopCluster().catch(() => {})
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await execute('apt-get', ['update'], { env })
  await execute('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql-15', 'postgresql-client-15'], {
    env,
  })
}

/**
 * Creates a database on every node and joins them.
 * @param {{ coordinator: string, workers: readonly string[] }} cluster
 * @param {string} name
 * @param {(url: string) => Promise<import('knex').Knex>} connect
 */
export async function createClusterDatabase({ coordinator, workers }, name, connect) {
  /** @param {string} url @param {(knex: import('knex').Knex) => PromiseLike<unknown>} work */
  const on = async (url, work) => {
    const knex = await connect(url)
    try {
      await work(knex)
    } finally {
      await knex.destroy()
    }
  }
  const own = (/** @type {string} */ node) => Object.assign(new URL(node), { pathname: name }).href
  for (const node of [coordinator, ...workers]) {
    await on(node, (knex) => knex.raw('create database ??', [name]))
    await on(own(node), (knex) => knex.raw('create extension citus'))
  }
  /** @param {string} node */
  const placeOf = (node) => {
    const { hostname, port } = new URL(node)
    return [hostname, Number(port)]
  }
  await on(own(coordinator), async (knex) => {
    await knex.raw('select citus_set_coordinator_host(?, ?)', placeOf(coordinator))
    for (const worker of workers) await knex.raw('select citus_add_node(?, ?)', placeOf(worker))
  })
  return { coordinator: own(coordinator), workers: workers.map(own) }
}
