import { connect, distribute, migrate } from '@carillon/postgres'
import { CONNECTIONS, INSTANT, openSenders, stormOfSends } from './send-storm.js'
import { createClusterDatabase, startCitus } from '../../shared/citus-lab.js'
import { startService } from '../../shared/service.js'

const ACCOUNTS = 20
const SENDS = 200

/** Three services on one machine: on a plain database of the coordinator's server, and on a distributed one. */
export const bench = {
  title: `${SENDS} single sends over HTTP from ${ACCOUNTS} accounts, ${CONNECTIONS} at once, on a Citus cluster of two workers on this machine`,
  unit: 'sends/s',

  async setup() {
    const cluster = await startCitus()
    const { coordinator, workers } = await createClusterDatabase(cluster, 'sends', connect)
    await on(coordinator, async (knex) => {
      await migrate(knex)
      await distribute(knex)
    })
    const services = {
      coordinator: await serviceOn(coordinator),
      worker: await serviceOn(workers[0]),
      plain: await serviceOn(await plainDatabase(cluster.coordinator)),
    }
    await openSenders(services.coordinator, ACCOUNTS)
    await openSenders(services.plain, ACCOUNTS)
    return { cluster, services, sent: { cluster: 0, plain: 0 } }
  },

  async ours({ services, sent }) {
    sent.cluster += SENDS
    return storm(services.coordinator)
  },
  peers: {
    async 'through a worker node'({ services, sent }) {
      sent.cluster += SENDS
      return storm(services.worker)
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
    for (const [name, expected] of Object.entries({ coordinator: sent.cluster, plain: sent.plain })) {
      const [{ count }] = await services[name].sql(
        "select count(*)::integer as count from message where status = 'sent'",
      )
      if (count !== expected) throw new Error(`${expected} were sent through ${name}, and ${count} are stored as sent`)
    }
    return `${sent.cluster} and ${sent.plain} messages are stored as sent`
  },

  async teardown({ cluster, services }) {
    for (const service of Object.values(services)) await service.stop()
    await cluster.stop()
  },
}

function storm({ urls }) {
  return stormOfSends(urls[0], { sends: SENDS, accounts: Array.from({ length: ACCOUNTS }, (_, n) => n) })
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
