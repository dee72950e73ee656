import { setTimeout as delay } from 'node:timers/promises'
import { undiciWebhookSender } from '@carillon/webhooks'
import { startDispatchers } from '../broadcasts/dispatchers.js'
import { openFixture } from '../broadcasts/fixture.js'
import { graphileWorkerPosts } from '../peers/graphile-worker-posts.js'
import { eventsOf } from './events-of.js'
import { measureOutbox } from './outbox-cost.js'
import { startCountingReceiver } from './start-counting-receiver.js'
import { subscribe, unsubscribe } from './subscribe.js'

const EVENTS = 5_000
const PEER_EVENTS = 2_000
/** The number of events in one unit of work. */
const TOGETHER = 1_000
const AT_ONCE = 32
const CONTACTS = 20_000
const POLL_EVERY_MS = 20
const DEADLINE_MS = 15_000
const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const TYPE = 'contacts.group.opted_in'

const GRAPHILE = 'graphile-worker, a job a delivery'
const DISPATCH = 'dispatch, messages/s, no subscriber'
const DISPATCH_SUBSCRIBED = 'dispatch, messages/s, with a subscriber'
const SENDS = 'single sends/s, no subscriber'
const SENDS_SUBSCRIBED = 'single sends/s, with a subscriber'
const SLOWER_MAX = 1.15

export const bench = {
  title: `${EVENTS.toLocaleString('en')} events from their transaction to one receiver, by one worker: outbox, deliveries, attempts, all stored`,
  unit: 'deliveries/s',
  rounds: 5,

  async setup() {
    const fixture = await openFixture({ contacts: CONTACTS })
    const receiver = await startCountingReceiver(SECRET)
    const workers = await startDispatchers(fixture.url, 1)
    await subscribe(fixture, { url: receiver.url, events: [TYPE], secret: SECRET })
    const target = { target: receiver.url, secret: SECRET }
    const graphile = await graphileWorkerPosts(await fixture.createDatabase('graphile'), target)
    const sender = undiciWebhookSender({ allowPrivate: true })
    return { fixture, receiver, workers, graphile, sender, delivered: 0, open: null }
  },

  ours: {
    async prepare(context) {
      await rest(context)
      const { fixture, workers } = context
      context.delivered += EVENTS
      context.open = { count: EVENTS, workers }
      return { fixture, workers, events: eventsOf(fixture.deps, fixture.account.id, EVENTS) }
    },
    async run({ fixture, workers, events }) {
      for (let first = 0; first < EVENTS; first += TOGETHER) {
        const some = events.slice(first, first + TOGETHER)
        await fixture.deps.unitOfWork.run((stores) => stores.events.append(fixture.account.id, some))
      }
      workers.work()
      await untilDelivered(fixture)
      return EVENTS
    },
  },

  peers: {
    [GRAPHILE]: {
      async prepare(context) {
        await rest(context)
        const { fixture, graphile } = context
        context.open = { count: PEER_EVENTS, workers: null }
        const bodies = bodiesOf(eventsOf(fixture.deps, fixture.account.id, PEER_EVENTS))
        await graphile.enqueue(bodies)
        return graphile
      },
      run: (graphile) => graphile.run(PEER_EVENTS),
    },
  },

  limit: {
    name: 'the same sender, nothing stored',
    contestant: {
      async prepare(context) {
        await rest(context)
        const { fixture, sender, receiver } = context
        context.open = { count: EVENTS, workers: null }
        const bodies = bodiesOf(eventsOf(fixture.deps, fixture.account.id, EVENTS))
        return { sender, receiver, bodies }
      },
      run: postAll,
    },
  },

  /** First stops the worker and removes the endpoint, so that sends are measured without other load. */
  async figures(context) {
    await rest(context)
    const { fixture } = context
    await unsubscribe(fixture)
    const { dispatchWithout, dispatchWith, sendsWithout, sendsWith } = await measureOutbox(fixture)
    return {
      [DISPATCH]: dispatchWithout,
      [DISPATCH_SUBSCRIBED]: dispatchWith,
      [SENDS]: sendsWithout,
      [SENDS_SUBSCRIBED]: sendsWith,
    }
  },

  goals: [
    { text: 'deliveries a second', ratio: ({ ours }) => ours, atLeast: 1_000 },
    { text: 'times graphile-worker', ratio: ({ ours, peers }) => ours / peers[GRAPHILE], atLeast: 1 },
    {
      text: 'time of a dispatched message with a subscriber, times that without',
      ratio: ({ figures }) => figures[DISPATCH] / figures[DISPATCH_SUBSCRIBED],
      atMost: SLOWER_MAX,
    },
    {
      text: 'time of a single send with a subscriber, times that without',
      ratio: ({ figures }) => figures[SENDS] / figures[SENDS_SUBSCRIBED],
      atMost: SLOWER_MAX,
    },
  ],

  async check({ fixture, delivered }) {
    const { rows } = await fixture.knex.raw(STORED)
    const [{ deliveries, events, attempts, waiting }] = rows
    if ([deliveries, events, attempts].some((count) => count !== delivered) || waiting !== 0) {
      throw new Error(`${delivered} were delivered, but stored is ${JSON.stringify(rows[0])}`)
    }
    return `each of ${delivered} events was received once, verified, and is stored with its delivery and its try`
  },

  async teardown({ fixture, receiver, workers, graphile, sender }) {
    await sender.close()
    await graphile.stop()
    await workers.stop()
    receiver.stop()
    await fixture.stop()
  },
}

const STORED = `
  select (select count(*)::integer from webhook_delivery where status = 'delivered') as deliveries,
         (select count(*)::integer from event) as events,
         (select count(*)::integer from webhook_attempt) as attempts,
         (select count(*)::integer from outbox) as waiting`

/** Stops the worker, so that it does not disturb the other contestants, and checks what was posted. */
async function rest(context) {
  if (context.open === null) return
  const { count, workers } = context.open
  context.open = null
  await workers?.rest()
  await context.receiver.expectEachOnce(count)
}

/** Polls at intervals, so that polling does not slow down what is measured. */
async function untilDelivered({ knex }) {
  for (;;) {
    const { rows } = await knex.raw(LEFT)
    if (!rows[0].left) return
    await delay(POLL_EVERY_MS)
  }
}

const LEFT = `
  select exists (select from outbox) or exists (select from webhook_delivery where status = 'pending') as left`

function bodiesOf(events) {
  return events.map(({ id, type, at, data }) => ({ id, body: JSON.stringify({ id, type, timestamp: at, data }) }))
}

async function postAll({ sender, receiver, bodies }) {
  let next = 0
  const client = async () => {
    while (next < bodies.length) {
      const { id, body } = bodies[next++]
      const post = { url: receiver.url, id, at: new Date(), body, secrets: [SECRET] }
      const response = await sender.post(post, { deadlineMs: DEADLINE_MS })
      if (response.status !== 204) throw new Error(`the receiver responded ${JSON.stringify(response)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  return bodies.length
}
