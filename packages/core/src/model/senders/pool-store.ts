import type { AccountId, PoolId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { Pool } from './pool.js'

/** The number of a pool that each person keeps, and how many people each number has. */
export interface PoolStore {
  /** The numbers that these people have in the pool. People without one are left out. Takes no locks. */
  numbersOf(account: AccountId, pool: PoolId, phones: readonly PhoneNumber[]): Promise<NumbersByPhone>
  /**
   * How many people each number of the pool has. Locks the loads until the unit of work ends, so that only one unit of
   * work at a time gives numbers of the pool to people.
   */
  lockLoads(account: AccountId, pool: NumbersOfPool): Promise<PoolLoads>
  /** Like `lockLoads`, without locks. */
  loads(account: AccountId, pool: NumbersOfPool): Promise<PoolLoads>
  /**
   * Replaces the numbers of these people, and changes the loads accordingly. The caller must have locked the loads in this
   * unit of work, and must have read the numbers of these people after that.
   */
  assign(account: AccountId, pool: PoolId, numbers: NumbersByPhone): Promise<void>
  /** Removes all that is stored about the pool. */
  remove(account: AccountId, pool: PoolId): Promise<void>
}

export type NumbersByPhone = ReadonlyMap<PhoneNumber, string>

/** By number. Contains each number of the pool, and no others. */
export type PoolLoads = ReadonlyMap<string, number>

type NumbersOfPool = Pick<Pool, 'id' | 'numbers'>
