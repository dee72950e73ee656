import type { Account } from '../../model/accounts/account.js'
import {
  poolChanges,
  poolsAfter,
  poolsNaming,
  unknownPoolNumbers,
  unknownPools,
  type DeclaredPool,
} from '../../model/senders/declared-pools.js'
import type { Pool } from '../../model/senders/pool.js'
import type { Sender } from '../../model/senders/sender.js'
import type { Ids } from '../../ports/runtime.js'
import { USES_LISTED, type UsingSchedules } from '../../stores/item-use-store.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { FieldError } from '../../values/errors.js'
import type { AccountDeclaration } from './declaration.js'
import type { ApplyRun } from './reconcile.js'

/** The pools that a declaration wants; the stored ones if it has no `pools`. */
export function declaredPools(
  declared: readonly DeclaredPool[] | undefined,
  { pools }: Pick<Account, 'pools'>,
  ids: Ids,
): readonly Pool[] {
  return declared === undefined ? pools : poolsAfter(declared, pools, () => ids.next('pool'))
}

/** Removes what is stored about the numbers of people in the pools that are removed. */
export async function forgetRemoved(
  { pools }: Pick<Stores, 'pools'>,
  { before, after }: PoolsOfAccount,
): Promise<void> {
  for (const { id } of poolChanges(before.pools, after.pools).removed) await pools.remove(before.id, id)
}

/** Removed pools that schedules send from, each with these schedules. */
export async function poolsInUse(
  { itemUses }: Pick<Stores, 'itemUses'>,
  { before, after }: PoolsOfAccount,
): Promise<readonly UsedPool[]> {
  const used: UsedPool[] = []
  for (const pool of poolChanges(before.pools, after.pools).removed) {
    const schedules = await itemUses.schedulesFrom(before.id, pool.id, USES_LISTED)
    if (schedules.totalCount > 0) used.push({ pool, schedules })
  }
  return used
}

export type PoolsOfAccount = { readonly before: Account; readonly after: Account }

export type UsedPool = { readonly pool: Pool; readonly schedules: UsingSchedules }

/** Applies the pools of a declaration once its numbers are applied. The account already has them. */
export async function applyPools(
  { stores, findings, before, account: after }: Pick<ApplyRun, 'stores' | 'findings' | 'before' | 'account'>,
  { pools: declared }: Pick<AccountDeclaration, 'pools'>,
  senders: readonly Sender[],
): Promise<void> {
  if (declared === undefined) {
    findings.faults.push(...missingNumbers(after.pools, senders))
    return
  }
  const accounts = { before, after }
  const at = 'account.pools'
  findings.faults.push(...unknownPools(declared, before.pools, at), ...unknownPoolNumbers(after.pools, senders, at))
  for (const { pool } of await poolsInUse(stores, accounts)) {
    findings.faults.push({ field: at, message: leavesOut(pool.name, 'schedules still send from') })
  }
  await forgetRemoved(stores, accounts)
  const { created, changed, removed } = poolChanges(before.pools, after.pools)
  findings.changes.push(
    ...created.map(({ name }) => `pools: created ${name}`),
    ...changed.map(({ name }) => `pools: changed ${name}`),
    ...removed.map(({ name }) => `pools: removed ${name}`),
  )
}

/** The faults of numbers that a declaration without `pools` removes, although pools name them. */
function missingNumbers(pools: readonly Pool[], senders: readonly Sender[]): FieldError[] {
  if (pools.length === 0) return []
  const known = new Set(senders.map(({ number }) => number))
  const missing = new Set(pools.flatMap(({ numbers }) => numbers).filter((number) => !known.has(number)))
  return [...missing].map((number) => {
    const names = poolsNaming(pools, number).map(({ name }) => JSON.stringify(name))
    const which = `the ${names.length === 1 ? 'pool' : 'pools'} ${names.join(', ')} still ${names.length === 1 ? 'has' : 'have'}`
    return { field: 'account.numbers', message: leavesOut(number, which) }
  })
}

function leavesOut(what: string, who: string): string {
  return `leaves out ${JSON.stringify(what)}, which ${who} and cannot be removed`
}
