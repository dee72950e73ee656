import { BODIES } from '../outside/texts.js'
import { fromIn } from './pool-actors.js'

/** The actions on broadcasts and batches, with their relative frequencies. */
export const BULK_ACTORS = [
  { name: 'broadcasts', weight: 4, act: (world) => start(world, { kind: 'broadcast', key: null }) },
  { name: 'sends a batch', weight: 4, act: (world) => start(world, { kind: 'batch', key: null }) },
  {
    name: 'broadcasts or sends a batch with a key',
    weight: 5,
    act: (world) => start(world, { kind: kindIn(world), key: `order-${world.dice.between(1, 6)}` }),
  },
  {
    name: 'broadcasts or sends a batch twice at once with one key',
    weight: 3,
    async act(world) {
      const request = requestOf(world, { kind: kindIn(world), key: `twin-${world.dice.between(1, 4)}` })
      await Promise.all(world.processes.map((process) => startUntilResponse(world, { request, process })))
    },
  },
  { name: 'cancels', weight: 4, act: (world) => withBroadcast(world, cancel) },
  { name: 'cancels a broadcast in flight', weight: 3, act: cancelInFlight },
  { name: 'retries', weight: 8, act: (world) => withBroadcast(world, retry) },
  { name: 'reads a broadcast', weight: 8, act: (world) => withBroadcast(world, read) },
]

function kindIn({ dice }) {
  return dice.pick(['broadcast', 'batch'])
}

/** The bodies contain the request's number, so that the request of a stored broadcast can be found. */
function requestOf(world, { kind, key }) {
  const { dice, accounts, registeredLink, bulkRequests } = world
  const account = dice.pick(accounts)
  const phones = recipientsIn(world)
  const number = bulkRequests.size + 1
  const { link } = registeredLink(account.id)
  const body = () => `#${number} ${dice.pick(BODIES).replaceAll('LINK', link)}`
  const column = (likelihood, value) => (dice.hits(likelihood) ? phones.map(() => value()) : null)
  const recipients = {
    phones,
    keys: column(0.5, () => (dice.hits(0.8) ? `r-${dice.between(1, 3)}` : null)),
    bodies: kind === 'batch' ? phones.map(body) : null,
    mediaUrls: kind === 'batch' ? column(0.3, () => (dice.hits(0.5) ? MEDIA : null)) : null,
  }
  const request = {
    kind,
    account,
    from: fromIn(world, account),
    body: kind === 'batch' ? null : body(),
    mediaUrl: kind === 'broadcast' && dice.hits(0.2) ? MEDIA : null,
    smartEncoding: dice.pick([true, false, undefined]),
    ...(kind === 'broadcast' && dice.hits(0.4) && { canary: canaryOf(dice) }),
    ...(dice.hits(0.2) && { expiresAt: new Date(world.nowMs() + dice.between(2, 30) * MINUTE_MS) }),
    recipients,
    idempotencyKey: key,
  }
  bulkRequests.set(number, request)
  return request
}

/** Small, and judged soon, so that the outages and refusals of a world stop some of them. */
export function canaryOf(dice) {
  const recipients = dice.between(1, 8)
  const stopWhen = {
    failedOver: dice.pick([0, 0.2, 0.5, 1]),
    optedOutOver: dice.pick([0.02, 1]),
    atLeast: dice.between(1, recipients),
  }
  return { recipients, waitMinutes: dice.pick([1, 2, 5, 10]), stopWhen }
}

const MINUTE_MS = 60_000
const MEDIA = 'https://example.com/cat.png'

/** A random subset of the phones, sometimes all phones; usually a small part of a large crowd. */
function recipientsIn({ dice, phones, crowd, isCrowded }) {
  const share = dice.hits(isCrowded ? 0.1 : 0.3) ? 1 : dice.next() * (isCrowded ? 0.05 : 1)
  const some = [...phones, ...crowd].filter(() => dice.hits(share))
  return some.length === 0 ? [dice.pick(phones)] : some
}

function start(world, { kind, key }) {
  return startUntilResponse(world, { request: requestOf(world, { kind, key }), process: world.anyProcess() })
}

/** A caller with a key makes up to five tries until it gets a response; a caller without a key makes one. */
async function startUntilResponse(world, { request, process }) {
  const { dice } = world
  for (let tries = request.idempotencyKey === null ? 1 : dice.between(1, 5); tries > 0; tries--) {
    const { kind, value, code } = await process.call('startBroadcast', request, {
      timeoutMs: dice.between(3_000, 40_000),
    })
    if (kind === 'answer') world.recordBulkResponse(request, value)
    if (kind === 'answer' && !dice.hits(0.2)) return
    if (kind === 'refusal' && code !== 'key-in-use') return
    await world.pass(dice.between(0, 20_000))
    process = world.anyProcess()
  }
}

/** Waits until a worker has begun a slice, and cancels the broadcast of the slice. */
async function cancelInFlight(world) {
  for (let polls = 40; polls > 0; polls--) {
    const open = world.records.all('chunks').find(({ progress }) => progress.attempt !== null)
    if (open !== undefined) return cancel(world, world.nameOf({ id: open.broadcast, account: open.account }))
    await world.pass(world.dice.between(100, 1_000))
  }
}

/** Picks a broadcast, mostly one of the newest, which are likely to be running. */
export async function withBroadcast(world, act) {
  const { dice } = world
  const known = world.records.all('broadcasts')
  if (known.length === 0) return
  const broadcast = dice.hits(0.7) ? known.at(-dice.between(1, Math.min(3, known.length))) : dice.pick(known)
  await act(world, world.nameOf(broadcast))
}

async function cancel(world, name) {
  const { kind, value } = await world.anyProcess().call('cancelBroadcast', name)
  if (kind === 'answer') world.recordRead({ ...name, broadcast: value.broadcast, inFlight: value.inFlight })
}

/** Retries a broadcast; repeats the request up to twice if it got no response. */
async function retry(world, name) {
  const { dice } = world
  for (let tries = dice.between(1, 3); tries > 0; tries--) {
    const { kind, value } = await world.anyProcess().call('retryBroadcast', name)
    if (kind === 'answer') world.recordBulkResponse({ ...name, retryOf: name.id }, value)
    if (kind === 'refusal' || (kind === 'answer' && !dice.hits(0.3))) return
    await world.pass(dice.between(0, 20_000))
  }
}

async function read(world, name) {
  const call = async (useCase, more) => (await world.anyProcess().call(useCase, { ...name, ...more })).value
  const { dice } = world
  const status = dice.pick([null, 'queued', 'sent', 'failed'])
  const broadcast = await call('readBroadcast')
  const page = await call('listBroadcastMessages', { page: dice.hits(0.7) ? 1 : 2, limit: dice.pick([5, 100]), status })
  const exported = await call('exportBroadcastMessages', { status: null })
  world.recordRead({ ...name, broadcast, page, exported, status })
}
