import { isEqual, repetitionsOf } from '../../values/collections.js'
import type { FieldError } from '../../values/errors.js'
import type { PoolId } from '../../values/ids.js'
import { poolWith, type Pool } from './pool.js'

/** A pool as it is declared: the stored pool with the id, else that of the name, else a new one. */
export type DeclaredPool = Pick<Pool, 'name' | 'numbers'> & { readonly id?: string | undefined }

/** The faults that do not depend on the account. A pool may lack its faulty fields, which are already reported. */
export function faultsOfPools(pools: readonly Partial<DeclaredPool>[], at: string): FieldError[] {
  return [
    ...repeated(pools, 'id', at),
    ...repeated(pools, 'name', at),
    ...pools.flatMap(({ numbers = [] }, i) => repeatedNumbers(numbers, `${at}[${i}].numbers`)),
  ]
}

/**
 * The pools of an account after it declared them. A pool that is declared without an id keeps the id that it has under
 * its name, unless another declared pool names that id, and so takes another name.
 */
export function poolsAfter(
  declared: readonly DeclaredPool[],
  stored: readonly Pool[],
  nextId: () => PoolId,
): readonly Pool[] {
  const named = new Set(declared.map(({ id }) => id))
  const byName = new Map(stored.filter(({ id }) => !named.has(id)).map(({ name, id }) => [name, id]))
  return declared.map(({ id, name, numbers }) => ({
    id: (id as PoolId | undefined) ?? byName.get(name) ?? nextId(),
    name,
    numbers,
  }))
}

/** Declared pools with an id that the account does not have. */
export function unknownPools(declared: readonly DeclaredPool[], stored: readonly Pool[], at: string): FieldError[] {
  return declared.flatMap(({ id }, i) => {
    if (id === undefined || poolWith(stored, id) !== null) return []
    const expected = stored.length === 0 ? 'it has none' : `expected ${stored.map((pool) => pool.id).join(', ')}`
    return [{ field: `${at}[${i}].id`, message: `is not the id of a pool of this account: ${expected}, got ${id}` }]
  })
}

/** Pools with a number that the account does not have. */
export function unknownPoolNumbers(
  pools: readonly Pool[],
  senders: readonly { readonly number: string }[],
  at: string,
): FieldError[] {
  const known = new Set(senders.map(({ number }) => number))
  return pools.flatMap(({ numbers }, i) =>
    numbers.flatMap((number, j) =>
      known.has(number)
        ? []
        : [{ field: `${at}[${i}].numbers[${j}]`, message: `is not a number of this account: got ${number}` }],
    ),
  )
}

export type PoolChanges = {
  readonly created: readonly Pool[]
  readonly changed: readonly Pool[]
  readonly removed: readonly Pool[]
}

export function poolChanges(before: readonly Pool[], after: readonly Pool[]): PoolChanges {
  return {
    created: after.filter(({ id }) => poolWith(before, id) === null),
    changed: after.filter((pool) => {
      const was = poolWith(before, pool.id)
      return was !== null && !isEqual(was, pool)
    }),
    removed: before.filter(({ id }) => poolWith(after, id) === null),
  }
}

/** The pools that name a number, which therefore cannot be removed. */
export function poolsNaming(pools: readonly Pool[], number: string): readonly Pool[] {
  return pools.filter(({ numbers }) => numbers.includes(number))
}

function repeated(pools: readonly Partial<DeclaredPool>[], name: 'id' | 'name', at: string): FieldError[] {
  return repetitionsOf(pools, (pool) => pool[name]).map(({ index, first }) => ({
    field: `${at}[${index}].${name}`,
    message: `is the same as in ${at}[${first}]: got ${JSON.stringify(pools[index]![name])}`,
  }))
}

function repeatedNumbers(numbers: readonly string[], at: string): FieldError[] {
  return repetitionsOf(numbers, (number) => number).map(({ index, first }) => ({
    field: `${at}[${index}]`,
    message: `is the same as in ${at}[${first}]: got ${numbers[index]}`,
  }))
}
