import { numbersFor, withoutNumber, type PoolNumber } from '../../model/senders/pool-numbers.js'
import type { NumbersByPhone } from '../../model/senders/pool-store.js'
import type { Pool } from '../../model/senders/pool.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

export type PeopleOfPool = {
  readonly account: AccountId
  readonly pool: Pool
  /** The numbers of the pool, as the account's senders are now. */
  readonly numbers: readonly PoolNumber[]
  readonly phones: readonly PhoneNumber[]
}

/**
 * Returns the number of each person in the pool. Assigns a number to people who have none, or whose number is not used any
 * more; only then are the loads of the pool locked.
 */
export async function keepNumbers({ pools }: Pick<Stores, 'pools'>, people: PeopleOfPool): Promise<NumbersByPhone> {
  const { account, pool, numbers, phones } = people
  const found = await pools.numbersOf(account, pool.id, phones)
  if (withoutNumber(phones, found, numbers).length === 0) return found
  const loads = await pools.lockLoads(account, pool)
  const known = await pools.numbersOf(account, pool.id, phones)
  const given = numbersFor(phones, { known, numbers, loads })
  await pools.assign(account, pool.id, given)
  return new Map([...known, ...given])
}
