import { refusalOf } from '../invariants/consent/consent.js'

/** The actions on pools, with their relative frequencies. They concern accounts with pools. */
export const POOL_ACTORS = [
  { name: 'makes a number of a pool inactive', weight: 10, act: (world) => declare(world, inactive) },
  { name: 'makes a number of a pool active', weight: 8, act: (world) => declare(world, active) },
  { name: 'changes a pool', weight: 8, act: (world) => declare(world, otherNumbers) },
  { name: 'sends from a pool while the recipient opts in', weight: 8, act: sendDuringOptIn },
]

/** The number or the pool that a request sends from. Accounts with pools send half of their texts from one. */
export function fromIn({ dice, senders }, { id, pools }) {
  return pools.length > 0 && dice.hits(0.5) ? dice.pick(pools).id : dice.pick(senders.get(id))
}

function withPools({ accounts }) {
  return accounts.filter(({ pools }) => pools.length > 0)
}

/** The recipient is in no group at first. It joins one during the send, often between two of its transactions. */
async function sendDuringOptIn(world) {
  const { dice } = world
  const strangers = withPools(world).flatMap((account) =>
    world.phones
      .filter((to) => refusalOf(world.records, { account: account.id, to, purpose: 'message' }) === 'not-opted-in')
      .map((phone) => ({ account, phone })),
  )
  if (strangers.length === 0) return
  const { account, phone } = dice.pick(strangers)
  const content = { body: 'Welcome', mediaUrl: null, idempotencyKey: null }
  const request = { account, to: phone, from: dice.pick(account.pools).id, ...content }
  const sends = world.processes.map((process) => process.call('sendMessage', request))
  await world.pass(dice.between(0, 40))
  const group = dice.pick(world.groupsOf(account))
  await world.anyProcess().call('joinGroup', { account, phone, group, mode: 'DIRECT' })
  for (const { kind, value } of await Promise.all(sends)) if (kind === 'answer') world.recordResponse(request, value)
}

async function declare(world, partsOf) {
  const accounts = withPools(world)
  if (accounts.length === 0) return
  const { id, name } = world.dice.pick(accounts)
  const declaration = { name, ...partsOf(world, id) }
  await world.anyProcess().call('applyAccount', { declaration, prune: false })
}

function inactive({ dice, pooled }, account) {
  const all = pooled.get(account)
  const some = dice.hits(0.3) ? all : [dice.pick(all)]
  return { numbers: some.map((number) => ({ number, status: 'inactive' })) }
}

function active({ pooled }, account) {
  return { numbers: pooled.get(account).map((number) => ({ number, status: 'active' })) }
}

/** A pool with other numbers. */
function otherNumbers({ dice, accounts, senders, pooled }, account) {
  const { pools } = accounts.find(({ id }) => id === account)
  const changed = dice.pick(pools)
  const numbers = someOf(dice, [...senders.get(account), ...pooled.get(account)])
  return {
    pools: pools.map(({ id, name, numbers: own }) => ({ id, name, numbers: id === changed.id ? numbers : own })),
  }
}

/** At least two of these. */
export function someOf(dice, all) {
  const some = all.filter(() => dice.hits(0.6))
  return some.length >= 2 ? some : all.slice(-2)
}
