import { connect, distribute, migrate } from '@carillon/postgres'
import { CONNECTIONS, INSTANT, openSenders, stormOfSends } from '../messages/send-storm.js'
import { createClusterDatabase, startCitus } from '../../shared/citus-lab.js'
import { startService } from '../../shared/service.js'

const ACCOUNTS = 20
const FEW_SHARDS = 4
const DEFAULT_SHARDS = 32
const SENDS = 1_000

/** Four services on one machine: one on a plain database of the coordinator's server, the others on distributed ones. */
export const bench = {
  title: `${SENDS} single sends over HTTP from ${ACCOUNTS} accounts, ${CONNECTIONS} at once, on a Citus cluster of two workers and ${FEW_SHARDS} shards on this machine`,
  unit: 'sends/s',

  async setup() {
    const cluster = await startCitus()
    const few = await distributed(cluster, 'few', FEW_SHARDS)
    const many = await distributed(cluster, 'many', DEFAULT_SHARDS)
    const services = {
      coordinator: await serviceOn(few.coordinator),
      worker: await serviceOn(few.workers[0]),
      many: await serviceOn(many.workers[0]),
      plain: await serviceOn(await plainDatabase(cluster.coordinator)),
    }
    for (const name of ['coordinator', 'many', 'plain']) await openSenders(services[name], ACCOUNTS)
    return { cluster, services, sent: { few: 0, many: 0, plain: 0 } }
  },

  async ours({ services, sent }) {
    sent.few += SENDS
    return storm(services.coordinator)
  },
  peers: {
    async 'through a worker node'({ services, sent }) {
      sent.few += SENDS
      return storm(services.worker)
    },
    [`through a worker node, ${DEFAULT_SHARDS} shards`]: async ({ services, sent }) => {
      sent.many += SENDS
      return storm(services.many)
    },
    async 'one Postgres of the same version'({ services, sent }) {
      sent.plain += SENDS
      return storm(services.plain)
    },
  },

  goals: [
    {
      text: 'through the coordinator at least 0.8 of one Postgres',
      ratio: ({ ours, peers }) => ours / peers['one Postgres of the same version'],
      atLeast: 0.8,
    },
    {
      text: 'through a worker node at least 0.8 of one Postgres',
      ratio: ({ peers }) => peers['through a worker node'] / peers['one Postgres of the same version'],
      atLeast: 0.8,
    },
  ],

  async check({ services, sent }) {
    for (const [name, expected] of Object.entries({ coordinator: sent.few, many: sent.many, plain: sent.plain })) {
      const [{ count }] = await services[name].sql(
        "select count(*)::integer as count from message where status = 'sent'",
      )
      if (count !== expected) throw new Error(`${expected} were sent through ${name}, and ${count} are stored as sent`)
    }
    return `${sent.few}, ${sent.many} and ${sent.plain} messages are stored as sent`
  },

  async teardown({ cluster, services }) {
    for (const service of Object.values(services)) await service.stop()
    await cluster.stop()
  },
}

function storm({ urls }) {
  return stormOfSends(urls[0], { sends: SENDS, accounts: Array.from({ length: ACCOUNTS }, (_, n) => n) })
}

async function distributed(cluster, name, shards) {
  const nodes = await createClusterDatabase(cluster, name, connect)
  await on(nodes.coordinator, async (knex) => {
    await migrate(knex)
    await distribute(knex, { shards })
  })
  return nodes
}

/** The services of the cluster share a secret. */
function serviceOn(databaseUrl) {
  return startService({ databaseUrl, env: { ...INSTANT, CARILLON_SECRET: 'a-secret-of-the-bench-citus-sends' } })
}

/** A database without Citus on the server of the coordinator. */
async function plainDatabase(server) {
  await on(server, (knex) => knex.raw('create database plain'))
  return Object.assign(new URL(server), { pathname: 'plain' }).href
}

async function on(url, work) {
  const knex = await connect(url)
  await work(knex)
  await knex.destroy()
}
