import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inMemory } from '@carillon/memory'
import { connect, distribute, migrate, onPostgres } from '@carillon/postgres'
import { startEmbeddedPostgres } from '../../../../apps/server/dist/embedded-postgres/embedded-postgres.js'
import { createClusterDatabase, startCitus } from '../../shared/citus-lab.js'

/** A year can also run on a Citus cluster: `--store citus`. */
export const STORES = ['memory', 'postgres']

/**
 * The storage of a year: all ports except the provider, with a manual clock, and queries that the use cases do not
 * offer.
 */
export async function openFixture(store, { seed, now }) {
  const adapters = inMemory({ seed, now })
  if (store === 'memory') return fixtureInMemory(adapters)
  return fixtureOn(store === 'citus' ? await openCitus() : await openPostgres(), adapters)
}

function fixtureInMemory(adapters) {
  const rows = (table) => adapters.unitOfWork.read((tables) => allOf(tables[table]))
  return {
    adapters,
    /** The time of the next job, by lane. */
    async nextJobs() {
      const next = new Map()
      for (const { lane, runAt } of await rows('jobs'))
        next.set(lane, Math.min(next.get(lane) ?? Infinity, runAt.getTime()))
      return next
    },
    async jobs() {
      return { waiting: (await rows('jobs')).length, dead: (await rows('deadJobs')).length }
    },
    async ledger() {
      const sums = { available: 0, reserved: 0, spent: 0 }
      for (const { from, to, amount } of await rows('ledger')) {
        if (from in sums) sums[from] -= amount
        if (to in sums) sums[to] += amount
      }
      const sent = (await rows('messages')).filter(({ status }) => status === 'sent')
      return { ...sums, sent: sent.length, cost: sent.reduce((sum, { cost }) => sum + cost.sms, 0) }
    },
    async close() {},
  }
}

function allOf(table) {
  return table.partsInUse().flatMap((part) => table.of(part))
}

async function openPostgres() {
  const dataDir = await mkdtemp(join(tmpdir(), 'carillon-year-'))
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off', synchronous_commit: 'off' } })
  const knex = await connect(postgres.url)
  await migrate(knex)
  const stop = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { knex, stop }
}

/** Through a worker node, which not all accounts are on. */
async function openCitus() {
  const cluster = await startCitus()
  const { coordinator, workers } = await createClusterDatabase(cluster, 'year', connect)
  const migrating = await connect(coordinator)
  await migrate(migrating)
  await distribute(migrating)
  await migrating.destroy()
  return { knex: await connect(workers[0] ?? ''), stop: cluster.stop }
}

async function fixtureOn({ knex, stop }, adapters) {
  const stored = onPostgres({ knex, clock: adapters.clock })
  const first = async (statement) => (await knex.raw(statement)).rows[0]
  return {
    adapters: { ...adapters, unitOfWork: stored.unitOfWork },
    async nextJobs() {
      const { rows } = await knex.raw('select lane, min(run_at) as at from job group by lane')
      return new Map(rows.map(({ lane, at }) => [lane, at.getTime()]))
    },
    jobs: async () => ({ ...(await first(WAITING)), ...(await first(DEAD)) }),
    ledger: async () => ({ ...(await first(LEDGER)), ...(await first(SENT)) }),
    async close() {
      await stored.close()
      await knex.destroy()
      await stop()
    },
  }
}

const WAITING = 'select count(*)::integer as waiting from job'
const DEAD = 'select count(*)::integer as dead from dead_job'

const sumAt = (place) => `
  coalesce(sum(case '${place}' when to_place then amount when from_place then -amount end), 0)::integer as ${place}`

const LEDGER = `select ${['available', 'reserved', 'spent'].map(sumAt).join()} from ledger_entry`
const SENT = `
  select count(*)::integer as sent, coalesce(sum(cost_sms), 0)::integer as cost from message where status = 'sent'`
