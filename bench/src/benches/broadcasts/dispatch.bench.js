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
/** Times the best queue that does the same work. */
const TIMES_QUEUES = 3
/** The maximum peak memory for a broadcast to 50,000, relative to that for five broadcasts to 10,000. */
const MEMORY_RATIO_MAX = 1.25

const UPDATES = 'one UPDATE a message'
const QUEUES = ['graphile-worker', 'pg-boss', 'BullMQ']
const empty = (name) => `${name}, empty jobs`
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
    const given = { contacts: fixture.contacts.slice(0, PEER_MESSAGES.fast), body: BODY }
    context.updates = await updateAMessage({ url: await fixture.createDatabase('updates'), contacts, body: BODY })
    context.graphile = await graphileWorkerJobs(await fixture.createDatabase('graphile'), given)
    context.boss = await pgBossJobs(await fixture.createDatabase('boss'), given)
    context.bullmq = await bullmqJobs(await fixture.createDatabase('bullmq'), given)
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
    { text: `at least 12 times ${UPDATES}`, ratio: ({ ours, peers }) => ours / peers[UPDATES], atLeast: 12 },
    ...QUEUES.map((name) => ({
      text: `at least ${TIMES_QUEUES} times ${name}`,
      ratio: ({ ours, peers }) => (name in peers ? ours / peers[name] : null),
      atLeast: TIMES_QUEUES,
    })),
    {
      text: 'at least 0.45 of one INSERT of the finished messages',
      ratio: ({ ours, limit }) => ours / limit,
      atLeast: 0.45,
    },
    {
      text: '2 worker processes at least 1.5 times one',
      ratio: ({ ours, variants }) => variants[TWO_WORKERS] / ours,
      atLeast: 1.5,
    },
    {
      text: 'time for one of 50,000 recipients at most 1.3 times that for one of 1,000',
      ratio: ({ ours, variants }) => variants[THOUSAND] / ours,
      atMost: 1.3,
    },
    {
      text: `memory for 50,000 recipients at most ${MEMORY_RATIO_MAX} times that for 10,000`,
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
    [UPDATES]: updating(updates),
    ...Object.assign({}, ...[graphile, boss, bullmq].map((jobs, i) => jobs !== null && queue(QUEUES[i], jobs))),
  }
}

function updating(updates) {
  return {
    async prepare(context) {
      await rest(context)
      await updates.enqueue(PEER_MESSAGES.slow)
    },
    run: () => updates.run(PEER_MESSAGES.slow),
  }
}

/** A queue that does the same work as ours, and the same queue with jobs that do nothing. */
function queue(name, jobs) {
  const contestant = (task) => ({
    async prepare(context) {
      await rest(context)
      const stored = await jobs.take()
      if (stored !== 0 && stored !== PEER_MESSAGES.fast) throw new Error(`${name} has stored ${stored} messages`)
      await jobs.enqueue(task, PEER_MESSAGES.fast)
    },
    run: () => jobs.run(PEER_MESSAGES.fast),
  })
  return { [name]: contestant('send'), [empty(name)]: contestant('empty') }
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
