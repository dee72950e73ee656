import { bulkInsert } from './bulk-insert.js'
import { startDispatchers } from './dispatchers.js'
import { BODY, openFixture } from './fixture.js'
import { memoryOfDispatching } from './memory.js'
import { verify } from './verify.js'
import { bullmqJobs } from '../peers/bullmq-jobs.js'
import { graphileWorkerJobs } from '../peers/graphile-worker-jobs.js'
import { pgBossJobs } from '../peers/pg-boss-jobs.js'
import { updateAMessage } from '../peers/update-a-message.js'

const RECIPIENTS = 50_000
const PEER_MESSAGES = { slow: 2_000, fast: 10_000 }
/** The maximum peak memory for a broadcast to 50,000, relative to that for five broadcasts to 10,000. */
const MEMORY_RATIO_MAX = 1.25

const UPDATES = 'one UPDATE a message'
const GRAPHILE = 'graphile-worker, empty jobs'
const PG_BOSS = 'pg-boss, empty jobs'
const BULLMQ = 'BullMQ, empty jobs'
const TWO_WORKERS = '2 worker processes'
const TEN_THOUSAND = '10,000 recipients'
const THOUSAND = '1,000 recipients'
const MEMORY_SMALL = 'memory of a process, 5 broadcasts of 10,000 (MB)'
const MEMORY_LARGE = 'memory of a process, one broadcast of 50,000 (MB)'

export const bench = {
  title: `dispatch: ${RECIPIENTS.toLocaleString('en')} accepted recipients, consent, 3 tags, an instant provider, all stored`,
  unit: 'messages/s',
  rounds: 5,

  async setup() {
    const fixture = await openFixture({ contacts: RECIPIENTS })
    /** @type {any} */
    const context = { fixture, working: null }
    context.one = await startDispatchers(fixture.url, 1)
    context.two = await startDispatchers(fixture.url, 2)
    context.sample = await fixture.accept(RECIPIENTS)
    await dispatch({ context, id: context.sample, count: RECIPIENTS, workers: context.one })
    context.bulk = await bulkInsert(fixture.url)
    const contacts = fixture.contacts.slice(0, PEER_MESSAGES.slow)
    context.updates = await updateAMessage({ url: await fixture.createDatabase('updates'), contacts, body: BODY })
    context.graphile = await graphileWorkerJobs(await fixture.createDatabase('graphile'))
    context.boss = await pgBossJobs(await fixture.createDatabase('boss'))
    context.bullmq = await bullmqJobs()
    if (context.bullmq === null) console.log('redis-server is not installed, so BullMQ is left out')
    context.peers = peersOf(context)
    return context
  },

  ours: dispatching(RECIPIENTS, ({ one }) => one),
  variants: {
    [TWO_WORKERS]: dispatching(RECIPIENTS, ({ two }) => two),
    [TEN_THOUSAND]: dispatching(10_000, ({ one }) => one),
    [THOUSAND]: dispatching(1_000, ({ one }) => one),
  },
  peers: ({ peers }) => peers,
  limit: {
    name: 'one INSERT of the finished messages',
    contestant: {
      async prepare(context) {
        await rest(context)
        return context.bulk.prepare(context.sample)
      },
      run: (made) => made.run(),
    },
  },

  async figures(context) {
    await rest(context)
    const { fixture } = context
    return {
      [MEMORY_SMALL]: await memoryOfDispatching(fixture, { count: 10_000, times: 5 }),
      [MEMORY_LARGE]: await memoryOfDispatching(fixture, { count: RECIPIENTS, times: 1 }),
    }
  },

  goals: [
    { text: `times ${UPDATES}`, ratio: ({ ours, peers }) => ours / peers[UPDATES], atLeast: 12 },
    ...[GRAPHILE, PG_BOSS, BULLMQ].map((name) => ({
      text: `times ${name}`,
      ratio: ({ ours, peers }) => (name in peers ? ours / peers[name] : null),
      atLeast: 1,
    })),
    { text: 'of one INSERT of the finished messages', ratio: ({ ours, limit }) => ours / limit, atLeast: 0.35 },
    {
      text: '2 worker processes, times one',
      ratio: ({ ours, variants }) => variants[TWO_WORKERS] / ours,
      atLeast: 1.5,
    },
    {
      text: 'time for one of 50,000 recipients, times that for one of 1,000',
      ratio: ({ ours, variants }) => variants[THOUSAND] / ours,
      atMost: 1.3,
    },
    {
      text: 'memory for 50,000 recipients, times that for 10,000',
      ratio: ({ figures }) => figures[MEMORY_LARGE] / figures[MEMORY_SMALL],
      atMost: MEMORY_RATIO_MAX,
    },
  ],

  async check(context) {
    await rest(context)
    if ((await context.updates.left()) > 0) throw new Error('The peer has not sent every message')
    return 'every recipient of every broadcast was submitted once, stored as sent, and paid'
  },

  async teardown({ fixture, one, two, bulk, updates, graphile, boss, bullmq }) {
    for (const some of [one, two, bulk, updates, graphile, boss, bullmq]) await some?.stop()
    await fixture.stop()
  },
}

function peersOf({ updates, graphile, boss, bullmq }) {
  return {
    [UPDATES]: queue(updates, PEER_MESSAGES.slow),
    [GRAPHILE]: queue(graphile, PEER_MESSAGES.slow),
    [PG_BOSS]: queue(boss, PEER_MESSAGES.fast),
    ...(bullmq !== null && { [BULLMQ]: queue(bullmq, PEER_MESSAGES.fast) }),
  }
}

/** Measures a broadcast that is already accepted, from the first claim until the broadcast is completed. */
function dispatching(count, workersOf) {
  return {
    async prepare(context) {
      await rest(context)
      return { context, id: await context.fixture.accept(count), count, workers: workersOf(context) }
    },
    run: dispatch,
  }
}

async function dispatch({ context, id, count, workers }) {
  context.working = { id, count, workers }
  workers.work()
  await context.fixture.untilCompleted(id)
  return count
}

/** Stops the workers, so that they do not disturb the other contestants, and checks what they did. */
async function rest(context) {
  if (context.working === null) return
  const { workers, ...broadcast } = context.working
  context.working = null
  await verify(context.fixture, broadcast, await workers.rest())
}

function queue(jobs, count) {
  return {
    async prepare(context) {
      await rest(context)
      await jobs.enqueue(count)
    },
    run: () => jobs.run(count),
  }
}
