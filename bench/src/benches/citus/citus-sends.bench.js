import { CONNECTIONS, INSTANT, openSenders, stormOfSends } from '../messages/send-storm.js'
import { startCitus } from '../../shared/citus-lab.js'
import { startService } from '../../shared/service.js'
import { Costs } from './costs.js'
import { distributedDatabase, plainDatabase } from './on-cluster.js'

const ACCOUNTS = 20
const FEW_SHARDS = 4
const DEFAULT_SHARDS = 32
const SENDS = 1_000
const THROUGH_COORDINATOR = 'through the coordinator'
const WORKER = 'through a worker node'
const MANY = `through a worker node, ${DEFAULT_SHARDS} shards`
const PLAIN = 'one Postgres of the same version'

/** Four services on one machine: one on a plain database of the coordinator's server, the others on distributed ones. */
export const bench = {
  title: `${SENDS} single sends over HTTP from ${ACCOUNTS} accounts, ${CONNECTIONS} at once, on a Citus cluster of two workers and ${FEW_SHARDS} shards on this machine`,
  unit: 'sends/s',

  async setup() {
    const cluster = await startCitus()
    const few = await distributedDatabase(cluster, 'few', FEW_SHARDS)
    const many = await distributedDatabase(cluster, 'many', DEFAULT_SHARDS)
    const services = {
      coordinator: await serviceOn(few.coordinator),
      worker: await serviceOn(few.workers[0]),
      many: await serviceOn(many.workers[0]),
      plain: await serviceOn(await plainDatabase(cluster, 'plain')),
    }
    for (const name of ['coordinator', 'many', 'plain']) await openSenders(services[name], ACCOUNTS)
    return { cluster, services, sent: { few: 0, many: 0, plain: 0 }, costs: new Costs(cluster) }
  },

  async ours({ services, sent, costs }) {
    sent.few += SENDS
    return storm(costs, THROUGH_COORDINATOR, services.coordinator)
  },
  peers: {
    async [WORKER]({ services, sent, costs }) {
      sent.few += SENDS
      return storm(costs, WORKER, services.worker)
    },
    async [MANY]({ services, sent, costs }) {
      sent.many += SENDS
      return storm(costs, MANY, services.many)
    },
    async [PLAIN]({ services, sent, costs }) {
      sent.plain += SENDS
      return storm(costs, PLAIN, services.plain)
    },
  },

  figures: ({ costs }) => costs.figures(),

  goals: [
    {
      text: 'through the coordinator at least 0.8 of one Postgres',
      ratio: ({ ours, peers }) => ours / peers[PLAIN],
      atLeast: 0.8,
    },
    {
      text: 'through a worker node at least 0.8 of one Postgres',
      ratio: ({ peers }) => peers[WORKER] / peers[PLAIN],
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

function storm(costs, name, { urls, pids }) {
  const accounts = Array.from({ length: ACCOUNTS }, (_, n) => n)
  return costs.during(name, pids, () => stormOfSends(urls[0], { sends: SENDS, accounts }))
}

/** The services of the cluster share a secret. */
function serviceOn(databaseUrl) {
  return startService({ databaseUrl, env: { ...INSTANT, CARILLON_SECRET: 'a-secret-of-the-bench-citus-sends' } })
}
