import { startDispatchers } from '../broadcasts/dispatchers.js'
import { verify } from '../broadcasts/verify.js'
import { medianOf } from '../measuring/median-of.js'
import { openSenders, stormOfSends } from '../messages/send-storm.js'
import { startService } from '../../shared/service.js'
import { subscribe, unsubscribe } from './subscribe.js'

const ROUNDS = 7
const RECIPIENTS = 20_000
const SENDS = 3_000
/** The number of accounts; half of them subscribe. */
const ACCOUNTS = 100
const NOWHERE = 'http://127.0.0.1:9/hooks'

/**
 * The cost of an event for each sent message: the speed of broadcasts and of single sends, measured alternately with
 * and without a subscriber. The events stay in the outbox, because their delivery is measured elsewhere.
 */
export async function measureOutbox(fixture) {
  const service = await startService({ works: false })
  const workers = await startDispatchers(fixture.url, 1, { options: ['keeps-outbox'] })
  const samples = { dispatchWithout: [], dispatchWith: [], sendsWithout: [], sendsWith: [] }
  try {
    await openSenders(service, ACCOUNTS)
    for (let n = 0; n < ACCOUNTS; n += 2) {
      const webhooks = [{ url: NOWHERE, events: ['message.sent'] }]
      await service.apply({ name: `Account ${n}`, webhooks })
    }
    for (let round = 0; round <= ROUNDS; round++) {
      for (const variant of [round % 2, (round + 1) % 2]) {
        const hasSubscribers = variant === 1
        const rates = {
          [hasSubscribers ? 'dispatchWith' : 'dispatchWithout']: await dispatch(fixture, { workers, hasSubscribers }),
          [hasSubscribers ? 'sendsWith' : 'sendsWithout']: await send(service, { hasSubscribers }),
        }
        // The first round warms up.
        if (round > 0) for (const [name, rate] of Object.entries(rates)) samples[name].push(rate)
      }
    }
  } finally {
    await workers.stop()
    await service.stop()
  }
  return Object.fromEntries(Object.entries(samples).map(([name, rates]) => [name, medianOf(rates)]))
}

async function dispatch(fixture, { workers, hasSubscribers }) {
  if (hasSubscribers) await subscribe(fixture, { url: NOWHERE, events: ['message.sent'] })
  const id = await fixture.accept(RECIPIENTS)
  const startedAt = performance.now()
  workers.work()
  await fixture.untilCompleted(id)
  const rate = (RECIPIENTS / (performance.now() - startedAt)) * 1_000
  await verify(fixture, { id, count: RECIPIENTS }, await workers.rest())
  await expectWaiting(statementsOn(fixture), hasSubscribers ? RECIPIENTS : 0)
  await fixture.knex.raw('truncate outbox')
  if (hasSubscribers) await unsubscribe(fixture)
  return rate
}

async function send(service, { hasSubscribers }) {
  const accounts = Array.from({ length: ACCOUNTS / 2 }, (_, i) => 2 * i + (hasSubscribers ? 0 : 1))
  const startedAt = performance.now()
  await stormOfSends(service.urls[0], { sends: SENDS, accounts })
  const rate = (SENDS / (performance.now() - startedAt)) * 1_000
  await expectWaiting(service.sql, hasSubscribers ? SENDS : 0)
  await service.sql('delete from outbox')
  return rate
}

function statementsOn({ knex }) {
  return async (statement) => (await knex.raw(statement)).rows
}

async function expectWaiting(sql, count) {
  const [{ events }] = await sql('select coalesce(sum(length), 0)::integer as events from outbox')
  if (events !== count) throw new Error(`${events} events are in the outbox, expected ${count}`)
}
