import { AUDIENCE_ACTORS } from './audience-actors.js'
import { BULK_ACTORS } from './bulk-actors.js'
import { FORM_ACTORS } from './form-actors.js'
import { PAUSE_ACTORS } from './pause-actors.js'
import { fromIn, POOL_ACTORS } from './pool-actors.js'
import { SCHEDULE_ACTORS } from './schedule-actors.js'
import { BODIES, TEXTS } from '../outside/texts.js'
import { WEBHOOK_ACTORS } from './webhook-actors.js'

/**
 * The actions that happen at random moments, with their relative frequencies. To add behaviour to a world, add an actor
 * here; the use cases that it calls are listed in processes/life.js.
 */
export const ACTORS = [
  ...BULK_ACTORS,
  ...AUDIENCE_ACTORS,
  ...PAUSE_ACTORS,
  ...POOL_ACTORS,
  ...SCHEDULE_ACTORS,
  ...WEBHOOK_ACTORS,
  ...FORM_ACTORS,
  { name: 'sends', weight: 20, act: (world) => send(world, { key: null }) },
  { name: 'sends with a key', weight: 20, act: (world) => send(world, { key: `order-${world.dice.between(1, 12)}` }) },
  {
    name: 'sends twice at once with one key',
    weight: 8,
    async act(world) {
      const key = `twin-${world.dice.between(1, 6)}`
      const request = requestOf(world, { key })
      await Promise.all(world.processes.map((process) => sendUntilResponse(world, { request, process })))
    },
  },
  {
    name: 'creates a contact',
    weight: 3,
    async act(world) {
      const { account, phone } = world.pickAccountAndPhone()
      await world.anyProcess().call('createContact', { account, phone, fields: {} })
    },
  },
  ...['DIRECT', 'CONFIRM', 'SILENT'].map((mode) => ({
    name: `joins by ${mode}`,
    weight: 5,
    async act(world) {
      const { account, phone } = world.pickAccountAndPhone()
      const group = world.dice.pick(world.groupsOf(account))
      await world.anyProcess().call('joinGroup', { account, phone, group, mode })
    },
  })),
  {
    name: 'leaves',
    weight: 3,
    async act(world) {
      const { account, phone } = world.pickAccountAndPhone()
      await world.anyProcess().call('leaveGroup', { account, phone, group: world.dice.pick(world.groupsOf(account)) })
    },
  },
  { name: 'texts STOP', weight: 3, act: (world) => text(world, 'stop') },
  { name: 'texts YES', weight: 8, act: (world) => text(world, 'yes') },
  { name: 'texts START', weight: 5, act: (world) => text(world, 'start') },
  { name: 'texts HELP', weight: 2, act: (world) => text(world, 'help') },
  { name: 'chats', weight: 2, act: (world) => text(world, 'chat') },
  {
    name: 'grants credits',
    weight: 4,
    async act(world) {
      const amounts = { sms: world.dice.between(0, 12), mms: world.dice.between(0, 3) }
      await world.anyProcess().call('grantCredits', { accountName: world.dice.pick(world.accounts).name, amounts })
    },
  },
  { name: 'follows a link', weight: 8, act: follow },
  { name: 'trims what has expired', weight: 1, act: (world) => world.anyProcess().call('trimExpired') },
  {
    name: 'kills a process',
    weight: 2,
    act: async (world) => world.anyProcess().life.die(),
  },
  {
    name: 'makes the provider unreachable',
    weight: 2,
    act: (world) => startOutage(world, 'providerIsDown'),
  },
  {
    name: 'makes the receivers unreachable',
    weight: 2,
    act: (world) => startOutage(world, 'receiversAreDown'),
  },
  {
    name: 'pauses the workers',
    weight: 0.5,
    act: (world) => startOutage(world, 'workersArePaused'),
  },
]

function requestOf(world, { key }) {
  const { dice, pickAccountAndPhone, registeredLink } = world
  const { account, phone } = pickAccountAndPhone()
  const mediaUrl = dice.hits(0.2) ? 'https://example.com/cat.png' : null
  const from = fromIn(world, account)
  const body = dice.pick(BODIES).replaceAll('LINK', registeredLink(account.id).link)
  return {
    account,
    to: phone,
    from,
    body,
    mediaUrl,
    smartEncoding: dice.pick([true, false, undefined]),
    idempotencyKey: key,
  }
}

function send(world, { key }) {
  return sendUntilResponse(world, { request: requestOf(world, { key }), process: world.anyProcess() })
}

/** A caller with a key makes up to five tries until it gets a response; a caller without a key makes one. */
async function sendUntilResponse(world, { request, process }) {
  const { dice } = world
  for (let tries = request.idempotencyKey === null ? 1 : dice.between(1, 5); tries > 0; tries--) {
    const outcome = await process.call('sendMessage', request, { timeoutMs: dice.between(3_000, 40_000) })
    if (outcome.kind === 'answer') world.recordResponse(request, outcome.value)
    if (outcome.kind === 'answer' && !dice.hits(0.2)) return
    if (outcome.kind === 'refusal' && outcome.code !== 'key-in-use') return
    await world.pass(dice.between(0, 20_000))
    process = world.anyProcess()
  }
}

/**
 * The provider delivers a text until a process acknowledges it, sometimes again after that, and sometimes to both
 * processes at once.
 */
async function text(world, meaning) {
  const { dice } = world
  const body = dice.pick(TEXTS[meaning])
  const { account, phone } = world.pickAccountAndPhone()
  const providerId = world.nextInboundId()
  const to = dice.pick([...world.senders.get(account.id), ...world.pooled.get(account.id)])
  const inbound = { from: phone, to, body, mediaUrl: null, providerId }
  const deliver = async () => {
    for (let left = dice.hits(0.2) ? 2 : 1; left > 0;) {
      const { kind } = await world.anyProcess().call('receiveInbound', inbound)
      if (kind === 'answer') left--
      else await world.pass(dice.between(0, 10_000))
    }
  }
  await Promise.all(dice.hits(0.2) ? [deliver(), deliver()] : [deliver()])
  world.acknowledgedInbound.add(providerId)
}

/** Follows a link that arrived on a phone, or the bare tracking link, as a person or as a bot. */
async function follow(world) {
  const { dice } = world
  const account = dice.pick(world.accounts).id
  const { link, target } = world.registeredLink(account)
  const [host, ...path] = link.split('/')
  const codes = world.codes.ofLink(link)
  const code = codes.length === 0 || dice.hits(0.1) ? '' : dice.pick(codes)
  const { agent, isBot } = dice.pick(AGENTS)
  const isOnlyALook = dice.hits(0.3)
  const from = { agent, isOnlyALook, address: dice.pick(ADDRESSES) }
  const click = { host, path: `/${[...path, ...(code === '' ? [] : [code])].join('/')}`, ...from }
  const { kind, value } = await world.anyProcess().call('followLink', click)
  if (kind !== 'answer') return
  if (value !== target) world.breaks('a link leads to its target', `${link} leads to ${value}`)
  world.redirectedClicks.push({ account, link, code, visitor: isOnlyALook || isBot ? 'bot' : 'person' })
}

const AGENTS = [
  { agent: null, isBot: false },
  { agent: 'Mozilla/5.0 (Android 14; Mobile; rv:125.0) Gecko/125.0 Firefox/125.0', isBot: false },
  { agent: 'facebookexternalhit/1.1', isBot: true },
]

/** Few, so that some clicks are repeats; sometimes the address is unknown. */
const ADDRESSES = ['203.0.113.7', '2001:db8::1', null]

/** Starts an outage, which usually ends within the hour for which a message is retried. */
async function startOutage({ outages, dice, pass }, what) {
  outages[what] = true
  await pass(dice.hits(0.2) ? dice.between(60, 80) * 60_000 : dice.between(1, 300_000))
  outages[what] = false
}
