import { unknownPoolNumbers, unknownPools, type DeclaredPool } from '../../model/senders/declared-pools.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { DomainError, refuseFaults } from '../../values/errors.js'
import { poolsInUse, type PoolsOfAccount } from '../declarations/apply-pools.js'

/** Refuses ids and numbers that the account does not have, and the removal of a pool that schedules send from. */
export async function checkPools(
  stores: Pick<Stores, 'senders' | 'itemUses'>,
  accounts: PoolsOfAccount,
  declared: readonly DeclaredPool[],
): Promise<void> {
  const { before, after } = accounts
  refuseFaults([
    ...unknownPools(declared, before.pools, 'pools'),
    ...unknownPoolNumbers(after.pools, await stores.senders.of(before.id), 'pools'),
  ])
  const [used] = await poolsInUse(stores, accounts)
  if (used === undefined) return
  const { totalCount, first } = used.schedules
  const who = totalCount === 1 ? '1 schedule sends' : `${totalCount} schedules send`
  throw new DomainError(
    'pool-in-use',
    `${who} from the pool ${JSON.stringify(used.pool.name)}: change or cancel them first`,
    { pool: { id: used.pool.id, name: used.pool.name }, schedules: first.map(({ id }) => id) },
  )
}
