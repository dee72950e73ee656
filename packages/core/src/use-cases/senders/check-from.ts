import type { Account } from '../../model/accounts/account.js'
import type { SenderObstacle } from '../../model/messages/send-obstacle.js'
import { poolNumbersOf, rateOfPool } from '../../model/senders/pool-numbers.js'
import { poolWith, type Pool } from '../../model/senders/pool.js'
import type { Sender } from '../../model/senders/sender.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { DomainError, invalidInput } from '../../values/errors.js'
import { isPoolId } from '../../values/ids.js'
import { checkSender } from './check-sender.js'

/** What a request is sent from, and whether it sends media. */
export type RequestedFrom = { readonly from: string; readonly hasMedia: boolean }

/** Refuses a number or a pool that may not send. Returns its rate, or null if it has none. */
export async function checkFrom(
  { senders }: Pick<Stores, 'senders'>,
  account: Pick<Account, 'id' | 'pools'>,
  requested: RequestedFrom,
): Promise<number | null> {
  const { from } = requested
  if (isPoolId(from)) {
    const pooled = await pooledSenders({ senders }, account, from)
    checkPool(pooled, requested)
    return pooled && rateOfPooled(pooled)
  }
  const sender = await senders.find(account.id, from)
  checkSender(sender, requested)
  return sender && sender.messagesPerSecond
}

/** A pool with the senders of its numbers. */
export type PooledSenders = { readonly pool: Pool; readonly senders: readonly Sender[] }

/** Null if the account has no such pool. */
export async function pooledSenders(
  { senders }: Pick<Stores, 'senders'>,
  { id, pools }: Pick<Account, 'id' | 'pools'>,
  from: string,
): Promise<PooledSenders | null> {
  const pool = poolWith(pools, from)
  if (pool === null) return null
  const all = await senders.of(id)
  return { pool, senders: all.filter(({ number }) => pool.numbers.includes(number)) }
}

/** The sum of the rates of the active numbers; null if one of them has none. */
export function rateOfPooled({ pool, senders }: PooledSenders): number | null {
  return rateOfPool(poolNumbersOf(pool.numbers, senders))
}

/**
 * Why nothing can be sent from the pool; null if it can send. With `hasMedia`, all of its active numbers must be able to send
 * MMS.
 */
export function obstacleOfPool(
  pooled: PooledSenders | null,
  { hasMedia }: Pick<RequestedFrom, 'hasMedia'>,
): SenderObstacle | null {
  if (pooled === null) return 'sender-not-assigned'
  const active = activeOf(pooled)
  if (active.length === 0) return 'sender-not-active'
  return hasMedia && active.some(({ mms }) => !mms) ? 'sender-without-mms' : null
}

export function checkPool(pooled: PooledSenders | null, { from, hasMedia }: RequestedFrom): void {
  const obstacle = obstacleOfPool(pooled, { hasMedia })
  if (obstacle !== null) throw poolRefusal(obstacle, pooled, from)
}

function poolRefusal(obstacle: SenderObstacle, pooled: PooledSenders | null, from: string): DomainError {
  switch (obstacle) {
    case 'sender-not-assigned':
      return new DomainError('sender-not-assigned', `${from} is not a pool of this account`)
    case 'sender-not-active':
      return new DomainError('sender-not-active', `No number of the pool ${from} is active`)
    case 'sender-without-mms': {
      const numbers = activeOf(pooled!).filter(({ mms }) => !mms)
      const named = numbers.map(({ number }) => number).join(', ')
      return invalidInput('from', `cannot send MMS: these numbers of the pool ${from} are for SMS only: ${named}`)
    }
  }
}

/** In the order of the pool. */
function activeOf({ pool, senders }: PooledSenders): readonly Sender[] {
  return pool.numbers.flatMap((number) => senders.find((one) => one.number === number && one.status === 'active') ?? [])
}
