import { EVENT_TYPES } from '@carillon/core'

/** The actions on webhook endpoints, with their relative frequencies. */
export const WEBHOOK_ACTORS = [
  { name: 'disables an endpoint', weight: 2, act: (world) => change(world, { isEnabled: false }) },
  { name: 'enables an endpoint', weight: 5, act: (world) => change(world, { isEnabled: true }) },
  {
    name: 'changes the subscriptions of an endpoint',
    weight: 2,
    act: (world) => change(world, { events: EVENT_TYPES.filter((_, i) => i === 0 || world.dice.hits(0.5)) }),
  },
  { name: 'rotates a secret', weight: 2, act: (world) => withEndpoint(world, 'rotateWebhookSecret') },
  { name: 'tests an endpoint', weight: 2, act: (world) => withEndpoint(world, 'testWebhook') },
  { name: 'replays an event', weight: 3, act: replayOne },
  {
    name: 'replays a span',
    weight: 1,
    act: (world) => withEndpoint(world, 'replayEvents', { which: spanOf(world) }, () => !world.isCrowded),
  },
  { name: 'removes an endpoint', weight: 0.5, act: remove },
]

/** Sends an inbound text to every account. */
export async function lastText(world) {
  for (const { id } of world.accounts) {
    const [to] = world.senders.get(id)
    const text = { from: world.phones[0], to, body: 'see you at 5', mediaUrl: null, providerId: world.nextInboundId() }
    await world.processes[0].call('receiveInbound', text)
  }
}

async function withEndpoint(world, useCase, more = {}, mayBe = () => true) {
  const some = world.records.all('webhookEndpoints').filter(mayBe)
  if (some.length === 0) return
  const { id, account } = world.dice.pick(some)
  const { name: accountName } = world.accounts.find((one) => one.id === account)
  await world.anyProcess().call(useCase, { accountName, id, ...more })
}

/** The first endpoint of an account always subscribes to everything, so that every event is recorded. */
function isNotTheFirst({ url }) {
  return !url.endsWith('/all')
}

function change(world, patch) {
  return withEndpoint(world, 'changeWebhook', patch, patch.events === undefined ? undefined : isNotTheFirst)
}

function remove(world) {
  return withEndpoint(world, 'removeWebhook', {}, isNotTheFirst)
}

async function replayOne(world) {
  const kept = world.records.all('keptEvents')
  if (kept.length > 0) await withEndpoint(world, 'replayEvents', { which: { event: world.dice.pick(kept).id } })
}

/** A period of up to five minutes that ends now. */
function spanOf(world) {
  const toMs = world.nowMs()
  const fromMs = toMs - world.dice.between(1, 5 * 60_000)
  return { from: new Date(fromMs), to: new Date(toMs), status: world.dice.pick([null, 'failed', 'delivered']) }
}
