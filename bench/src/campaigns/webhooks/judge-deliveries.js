import { TRIES_MAX } from './schedule.js'

/** The receivers that accept everything in the end. */
const STEADFAST = ['healthy', 'moody', 'hanging', 'dripping', 'redirecting']

/** Checks that each subscriber got every event it subscribed to, and no others; returns counts. */
export async function judgeDeliveries({ service, receivers }, { receivers: known, seen }) {
  const endpoints = await service.sql('select id, url, events, disabled_reason, created_at from webhook_endpoint')
  const events = await service.sql('select id, type, at from event')
  await judgeEvents(service)
  const taken = {}
  for (const { name } of known) {
    const endpoint = endpoints.find(({ url }) => url === receivers.urlOf(name))
    const deliveries = await service.sql(DELIVERIES, { endpoint: endpoint.id })
    const accepted = new Set(seen.get(name).flatMap(({ id, status }) => (status >= 200 && status <= 299 ? id : [])))
    const context = { name, endpoint, deliveries, accepted }
    for (const { id } of seen.get(name))
      expect(
        deliveries.some(({ event_id: event }) => event === id),
        `${name} got ${id}`,
      )
    if (STEADFAST.includes(name)) judgeSteadfast({ ...context, events })
    if (name === 'dead') judgeDead(context)
    if (name === 'leaving') expect(endpoint.disabled_reason === 'gone', `leaving is ${endpoint.disabled_reason}`)
    else expect(endpoint.disabled_reason === null, `${name} is disabled: ${endpoint.disabled_reason}`)
    taken[name] = accepted.size
  }
  const requests = [...seen.values()].flat().length
  return { events: events.length, 'requests, each verified': requests, 'accepted by': JSON.stringify(taken), lost: 0 }
}

/** Checks that each change since the first subscription is in the table of events, once. */
async function judgeEvents(service) {
  const rows = await service.sql(HAPPENED)
  for (const { what, happened, told: emitted } of rows)
    expect(happened === emitted, `${happened} times ${what}, told ${emitted} times`)
}

function judgeSteadfast({ name, endpoint, deliveries, accepted, events }) {
  const wanted = events.filter(({ type, at }) => endpoint.events.includes(type) && at > endpoint.created_at)
  const delivered = new Set(deliveries.flatMap(({ event_id: id, status }) => (status === 'delivered' ? id : [])))
  for (const { id } of wanted) expect(delivered.has(id) && accepted.has(id), `${name} has not accepted ${id}`)
  expect(deliveries.length === delivered.size, `${deliveries.length - delivered.size} of ${name} are not delivered`)
}

function judgeDead({ deliveries, accepted }) {
  expect(accepted.size === 0, 'the dead receiver has accepted something')
  const isRight = ({ status, tries }) => status === 'failed' && tries === TRIES_MAX
  expect(deliveries.length > 0 && deliveries.every(isRight), 'a delivery to the dead receiver was not tried to the end')
}

function expect(isRight, message) {
  if (!isRight) throw new Error(message)
}

const DELIVERIES = 'select event_id, status, tries from webhook_delivery where endpoint_id = :endpoint'

const HAPPENED = `
  select 'a message was sent' as what,
         (select count(*)::integer from message where status = 'sent' and direction = 'outbound') as happened,
         (select count(distinct data->'message'->>'id')::integer from event where type = 'message.sent') as told
  union all
  select 'a broadcast was completed', (select count(*)::integer from broadcast where completed_at is not null),
         (select count(*)::integer from event where type = 'broadcast.completed')
  union all
  select 'somebody left', (select count(*)::integer from membership where state <> 'active'),
         (select count(*)::integer from event where type = 'contacts.group.opted_out')
  union all
  select 'somebody waits in the outbox', (select count(*)::integer from outbox), 0`
