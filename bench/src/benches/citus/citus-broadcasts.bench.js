import { startCitus } from '../../shared/citus-lab.js'
import { startDispatchers } from '../broadcasts/dispatchers.js'
import { fixtureOn } from '../broadcasts/fixture.js'
import { verify } from '../broadcasts/verify.js'
import { medianOf } from '../measuring/median-of.js'
import { Costs } from './costs.js'
import { onEachWay } from './on-cluster.js'

const RECIPIENTS = 50_000
const ACCOUNTS = 8
const SHARDS = 8
const PLAIN = 'one Postgres of the same version'
const COORDINATOR = 'through the coordinator'
const WORKER = 'through a worker node'
const SERVICES = { coordinator: COORDINATOR, worker: WORKER, plain: PLAIN }
const together = (name) => `${ACCOUNTS} accounts at once, ${name}`
const accepting = (name) => `recipients accepted a second, ${name}`

/** A broadcast is accepted in this process, and dispatched by one worker process; several at once by two. */
export const bench = {
  title: `citus-broadcasts: broadcasts to ${RECIPIENTS.toLocaleString('en')} with consent and 3 tags, dispatched on a Citus cluster of two workers and ${SHARDS} shards on this machine`,
  unit: 'messages/s',
  rounds: 5,

  async setup() {
    const cluster = await startCitus()
    const services = await onEachWay(cluster, SHARDS, serviceOn)
    return { cluster, services, acceptedPerSecond: new Map(), costs: new Costs(cluster), working: null }
  },

  ours: dispatching('coordinator'),
  variants: {
    [WORKER]: dispatching('worker'),
    [together(COORDINATOR)]: dispatchingTogether('coordinator'),
    [together(WORKER)]: dispatchingTogether('worker'),
  },
  peers: { [PLAIN]: dispatching('plain'), [together(PLAIN)]: dispatchingTogether('plain') },

  figures({ acceptedPerSecond, costs }) {
    const median = (service) => medianOf(acceptedPerSecond.get(service))
    return {
      [accepting(COORDINATOR)]: median('coordinator'),
      [accepting(WORKER)]: median('worker'),
      [accepting(PLAIN)]: median('plain'),
      ...costs.figures(),
    }
  },

  goals: [
    { text: 'dispatch through the coordinator', ratio: ({ ours, peers }) => ours / peers[PLAIN], atLeast: 0.8 },
    {
      text: 'dispatch through a worker',
      ratio: ({ variants, peers }) => variants[WORKER] / peers[PLAIN],
      atLeast: 0.8,
    },
    ...[COORDINATOR, WORKER].map((name) => ({
      text: `accept ${name}`,
      ratio: ({ figures }) => figures[accepting(name)] / figures[accepting(PLAIN)],
      atLeast: 0.8,
    })),
    ...[COORDINATOR, WORKER].map((name) => ({
      text: together(name),
      ratio: ({ variants, peers }) => variants[together(name)] / peers[together(PLAIN)],
      atLeast: 0.9,
    })),
  ],

  async check(context) {
    await rest(context)
    return 'every recipient of every broadcast was submitted once, stored as sent, and paid'
  },

  async teardown({ cluster, services }) {
    for (const { fixture, one, two } of Object.values(services)) {
      await Promise.all([one.stop(), two.stop()])
      await fixture.close()
    }
    await cluster.stop()
  },
}

async function serviceOn(url) {
  const fixture = await fixtureOn(url, { contacts: RECIPIENTS, accounts: ACCOUNTS })
  return { fixture, one: await startDispatchers(url, 1), two: await startDispatchers(url, 2) }
}

/** Measures an accepted broadcast from the first claim until it is completed; accepting it is timed before. */
function dispatching(name) {
  return {
    async prepare(context) {
      await rest(context)
      const { fixture, one } = context.services[name]
      const startMs = performance.now()
      const id = await fixture.accept(RECIPIENTS)
      const perSecond = (RECIPIENTS / (performance.now() - startMs)) * 1_000
      context.acceptedPerSecond.set(name, [...(context.acceptedPerSecond.get(name) ?? []), perSecond])
      return { context, fixture, ids: [id], workers: one }
    },
    run: (given) => given.context.costs.during(SERVICES[name], given.workers.pids, () => dispatch(given)),
  }
}

/** Measures from the first request until the last broadcast is completed. */
function dispatchingTogether(name) {
  return {
    async prepare(context) {
      await rest(context)
      const { fixture, two } = context.services[name]
      return { context, fixture, ids: null, workers: two }
    },
    async run(given) {
      const accepted = given.fixture.accounts.map((_, place) => given.fixture.accept(RECIPIENTS, place))
      return dispatch({ ...given, ids: await Promise.all(accepted) })
    },
  }
}

async function dispatch({ context, fixture, ids, workers }) {
  context.working = { fixture, ids, workers }
  workers.work()
  await Promise.all(ids.map((id, place) => fixture.untilCompleted(id, place)))
  return RECIPIENTS * ids.length
}

/** Ends the work of the last run, and checks its results. */
async function rest(context) {
  if (context.working === null) return
  const { fixture, ids, workers } = context.working
  context.working = null
  const reports = await workers.rest()
  for (const [place, id] of ids.entries()) {
    const account = fixture.accounts[place]
    const own = reports.map((report) => partOf(report, account.id, ids.length))
    await verify({ knex: fixture.knex, account }, { id, count: RECIPIENTS }, own)
  }
}

/** What the provider got from one of the accounts, which all send the same texts to the same contacts. */
function partOf({ references, repeated, characters }, account, count) {
  const own = references.filter((reference) => reference.startsWith(account))
  return { references: own, repeated, characters: characters / count }
}
