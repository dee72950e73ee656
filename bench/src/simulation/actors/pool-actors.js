/** The declarations that change the numbers of pools, with their relative frequencies. They concern accounts with pools. */
export const POOL_ACTORS = [
  { name: 'makes a number of a pool inactive', weight: 10, act: (world) => declare(world, inactive) },
  { name: 'makes a number of a pool active', weight: 8, act: (world) => declare(world, active) },
  { name: 'changes a pool', weight: 8, act: (world) => declare(world, otherNumbers) },
]

/** The number or the pool that a request sends from. Accounts with pools send half of their texts from one. */
export function fromIn({ dice, senders }, { id, pools }) {
  return pools.length > 0 && dice.hits(0.5) ? dice.pick(pools).id : dice.pick(senders.get(id))
}

async function declare(world, partsOf) {
  const accounts = world.accounts.filter(({ pools }) => pools.length > 0)
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
