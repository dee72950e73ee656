import { setTimeout as delay } from 'node:timers/promises'
import { becameTrue } from '../became-true.js'
import { quantile } from '../../shared/quantile.js'

const SEND_EVERY_MS = 50
const DELIVERED_WITHIN_MS = 60_000

/** Sends messages one after the other for a while; returns their ids. */
export async function steadySends({ call, phones }, { from, forMs }) {
  const ids = []
  const until = performance.now() + forMs
  for (let n = 0; performance.now() < until; n++) {
    const { status, body } = await call('POST', '/messaging/message', {
      to: phones[n % phones.length],
      from,
      body: 'Dong',
    })
    if (status !== 201) throw new Error(`a send got the response ${status} ${JSON.stringify(body)}`)
    ids.push(body.id)
    await delay(SEND_EVERY_MS)
  }
  return ids
}

/** The median and 99th percentile of the time from each event of the messages until the receiver first got it. */
export async function lateness(service, { ids, name, receivers }) {
  const url = receivers.urlOf(name)
  const events = () => service.sql(EVENTS, { ids })
  // Events first: each is stored with its delivery, so when all events are stored, all deliveries can be checked.
  const isDelivered = async () =>
    (await events()).length === ids.length && (await service.sql(LEFT, { ids, url }))[0].left === 0
  if (!(await becameTrue(isDelivered, { withinMs: DELIVERED_WITHIN_MS })))
    throw new Error(`${name} did not get the events of all messages`)
  const firstAtMs = new Map()
  for (const { id, atMs } of (await receivers.requests()).get(name)) if (!firstAtMs.has(id)) firstAtMs.set(id, atMs)
  const lateMs = (await events()).map(({ id, at }) => firstAtMs.get(id) - at.getTime())
  if (lateMs.some(Number.isNaN)) throw new Error(`a delivery to ${name} is stored, and it has got no request`)
  return { medianMs: quantile(lateMs, 0.5), p99Ms: quantile(lateMs, 0.99) }
}

const EVENTS = `
  select id, at from event where type = 'message.sent' and data->'message'->>'id' = any (:ids::text[])`

const LEFT = `
  select count(*)::integer as left
    from webhook_delivery
    join webhook_endpoint on webhook_endpoint.id = endpoint_id
    join event on event.id = event_id
   where webhook_endpoint.url = :url and webhook_delivery.status <> 'delivered'
     and event.type = 'message.sent' and event.data->'message'->>'id' = any (:ids::text[])`
