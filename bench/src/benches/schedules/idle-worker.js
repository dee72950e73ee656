import { setTimeout as delay } from 'node:timers/promises'
import { RecomputeSchedules } from '@carillon/core'
import { startWorker } from '@carillon/node'
import { carillonOn } from '../broadcasts/carillon-on.js'
import { instantProvider } from '../broadcasts/instant-provider.js'
import { processorTimeOfPostgres } from '../measuring/processor-time.js'

const SETTLING_MS = 3_000
const WATCHED_MS = 30_000

/**
 * Measures an idle worker in this process: how many times a second it polls for schedules, the time of the statement
 * that polls, and the processor time that Postgres needs for all polling of the worker.
 */
export async function watchIdleWorker({ databaseUrl, dataDir }) {
  const { knex, runDueJobs, relayEvents, close } = await carillonOn(databaseUrl, { provider: instantProvider() })
  const polls = []
  knex.on('query', ({ sql, bindings }) => {
    if (bindings?.includes('timed')) polls.push({ sql, bindings })
  })
  const failures = []
  const worker = startWorker({
    useCases: { runDueJobs, relayEvents, trimExpired: NOTHING, recomputeSchedules: NOTHING },
    reports: {
      onFailure: ({ error }) => failures.push(error),
      onError: (error) => failures.push(error),
    },
  })
  try {
    await delay(SETTLING_MS)
    polls.length = 0
    const [startedAt, before] = [performance.now(), await processorTimeOfPostgres(dataDir)]
    await delay(WATCHED_MS)
    const [seconds, after] = [(performance.now() - startedAt) / 1000, await processorTimeOfPostgres(dataDir)]
    if (failures.length > 0) throw new Error('The worker reported a failure', { cause: failures[0] })
    return {
      pollsPerSecond: polls.length / seconds,
      postgresMsPerSecond: (after - before) / seconds,
      ...(await explained(knex, polls[0])),
    }
  } finally {
    await worker.stop({ graceMs: 10_000 })
    await close()
  }
}

const NOTHING = { execute: async () => 0 }

/** How Postgres runs the worker's query: the indexes used, the pages read, and the time taken. */
async function explained(knex, { sql, bindings }) {
  const connection = await knex.client.acquireConnection()
  try {
    const { rows } = await connection.query(`explain (analyze, buffers, format json) ${sql}`, bindings)
    const [{ Plan: plan, 'Execution Time': tookMs }] = rows[0]['QUERY PLAN']
    const nodes = nodesOf(plan).filter((node) => node['Actual Loops'] > 0)
    const tables = nodes.filter((node) => node['Node Type'] === 'Seq Scan')
    if (tables.length > 0) throw new Error(`${tables[0]['Relation Name']} is scanned as a whole to find due jobs`)
    const indexes = [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))]
    return { indexes, pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], tookMs }
  } finally {
    await knex.client.releaseConnection(connection)
  }
}

function nodesOf(plan) {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

/** Seconds that a starting process takes to recompute all schedules; throws if any was moved. */
export async function timeRecomputing({ deps }) {
  const startedAt = performance.now()
  const moved = await new RecomputeSchedules(deps).execute()
  if (moved > 0) throw new Error(`${moved} schedules were stored with a wrong instant`)
  return (performance.now() - startedAt) / 1000
}
