import { startDispatchers } from '../broadcasts/dispatchers.js'
import { verify } from '../broadcasts/verify.js'
import { medianOf } from '../measuring/median-of.js'
import { openSenders, stormOfSends } from '../messages/send-storm.js'
import { startService } from '../../shared/service.js'
import { subscribe, unsubscribe } from './subscribe.js'

const ROUNDS = 7
const RECIPIENTS = 20_000
const SENDS = 3_000
/** Half of them subscribe. */
const ACCOUNTS = 100
const NOWHERE = 'http://127.0.0.1:9/hooks'

/**
 * What it takes to tell of each message that is sent: dispatching and single sends with a subscriber and without, in turn.
 * The events stay in the outbox: what it takes to deliver them is another matter. Messages a second.
 */
export async function measureOutbox(house) {
  const service = await startService({ works: false })
  const workers = await startDispatchers(house.url, 1, { options: ['keeps-outbox'] })
  const samples = { dispatchWithout: [], dispatchWith: [], sendsWithout: [], sendsWith: [] }
  try {
    await openSenders(service, ACCOUNTS)
    for (let n = 0; n < ACCOUNTS; n += 2) {
      const webhooks = [{ url: NOWHERE, events: ['message.sent'] }]
      await service.apply({ name: `Account ${n}`, webhooks })
    }
    for (let round = 0; round <= ROUNDS; round++) {
      for (const turn of [round % 2, (round + 1) % 2]) {
        const isHeard = turn === 1
        const rates = {
          [isHeard ? 'dispatchWith' : 'dispatchWithout']: await dispatch(house, { workers, isHeard }),
          [isHeard ? 'sendsWith' : 'sendsWithout']: await send(service, { isHeard }),
        }
        // The first one warms up.
        if (round > 0) for (const [name, rate] of Object.entries(rates)) samples[name].push(rate)
      }
    }
  } finally {
    await workers.stop()
    await service.stop()
  }
  return Object.fromEntries(Object.entries(samples).map(([name, rates]) => [name, medianOf(rates)]))
}

async function dispatch(house, { workers, isHeard }) {
  if (isHeard) await subscribe(house, { url: NOWHERE, events: ['message.sent'] })
  const id = await house.accept(RECIPIENTS)
  const startedAt = performance.now()
  workers.work()
  await house.untilCompleted(id)
  const rate = (RECIPIENTS / (performance.now() - startedAt)) * 1_000
  await verify(house, { id, count: RECIPIENTS }, await workers.rest())
  await expectWaiting(statementsOn(house), isHeard ? RECIPIENTS : 0)
  await house.knex.raw('truncate outbox')
  if (isHeard) await unsubscribe(house)
  return rate
}

async function send(service, { isHeard }) {
  const accounts = Array.from({ length: ACCOUNTS / 2 }, (_, i) => 2 * i + (isHeard ? 0 : 1))
  const startedAt = performance.now()
  await stormOfSends(service.urls[0], { sends: SENDS, accounts })
  const rate = (SENDS / (performance.now() - startedAt)) * 1_000
  await expectWaiting(service.sql, isHeard ? SENDS : 0)
  await service.sql('delete from outbox')
  return rate
}

function statementsOn({ knex }) {
  return async (statement) => (await knex.raw(statement)).rows
}

async function expectWaiting(sql, count) {
  const [{ events }] = await sql('select coalesce(sum(length), 0)::integer as events from outbox')
  if (events !== count) throw new Error(`${events} events wait in the outbox, not ${count}`)
}
