import type { FieldRule, Range } from '../../values/field-rule.js'
import { isPoolId, type PoolId } from '../../values/ids.js'
import { SENDER_NUMBER } from './sender.js'
import { quote } from '../../values/text/text.js'

/** Numbers of an account that share the recipients of a send. Each recipient keeps the number that it was given first. */
export type Pool = {
  readonly id: PoolId
  /** Unique in the account. */
  readonly name: string
  /** At least one, each once, in the order in which they were declared. */
  readonly numbers: readonly string[]
}

/** The rule for what a message is sent from. */
export const SENDER_OR_POOL: FieldRule = {
  holds: (text) => SENDER_NUMBER.holds(text) || isPoolId(text),
  expected:
    'must be a number in E.164 form, such as +12025550100, a short code of 5 or 6 digits, or the id of a pool, such as pool_01kjmma2g0007vq7wrdymx37zc',
  got: quote,
}

export const POOL_RANGES = {
  pools: { min: 0, max: 50 },
  poolNumbers: { min: 1, max: 100 },
} satisfies Record<string, Range>

export const POOL_ID: FieldRule = {
  holds: isPoolId,
  expected: 'must be the id of a pool, which begins with pool_',
  got: quote,
}

/** A pool as answers show it. */
export type PoolRef = Pick<Pool, 'id' | 'name'>

export function poolRef({ id, name }: Pool): PoolRef {
  return { id, name }
}

/** The pool that a request names by its id in `from`. Null if `from` is a number, or the account has no such pool. */
export function poolWith(pools: readonly Pool[], from: string): Pool | null {
  return pools.find(({ id }) => id === from) ?? null
}
