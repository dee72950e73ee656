import type { Account } from '../../model/accounts/account.js'
import { poolNumbersOf, rateOfPool } from '../../model/senders/pool-numbers.js'
import { poolWith, type Pool } from '../../model/senders/pool.js'
import type { PoolLoads } from '../../model/senders/pool-store.js'
import type { Sender } from '../../model/senders/sender.js'
import { USES_LISTED, type UsingSchedules } from '../../stores/item-use-store.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'

/** A pool with what is known of its numbers, in the order of the numbers. */
export type PoolView = {
  readonly pool: Pool
  readonly numbers: readonly NumberOfPool[]
  /** What the active numbers send together; null if one of them has no rate. 0 if none is active. */
  readonly messagesPerSecond: number | null
}

/** A number that the account does not have any more counts as inactive. */
export type NumberOfPool = Pick<Sender, 'number' | 'status' | 'mms' | 'messagesPerSecond'> & {
  /** How many people keep this number. */
  readonly people: number
}

/** The pools of an account, in the order in which they were declared. */
export class ListPools {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account }: { readonly account: Account }): Promise<readonly PoolView[]> {
    if (account.pools.length === 0) return Promise.resolve([])
    return this.deps.unitOfWork.run(async ({ senders, pools }) => {
      const all = await senders.of(account.id)
      const views: PoolView[] = []
      for (const pool of account.pools) views.push(viewOf(pool, all, await pools.loads(account.id, pool)))
      return views
    })
  }
}

function viewOf(pool: Pool, senders: readonly Sender[], loads: PoolLoads): PoolView {
  const byNumber = new Map(senders.map((sender) => [sender.number, sender]))
  const numbers = pool.numbers.map((number) => {
    const { status = 'inactive', mms = false, messagesPerSecond = null } = byNumber.get(number) ?? {}
    return { number, status, mms, messagesPerSecond, people: loads.get(number) ?? 0 }
  })
  const areInactive = numbers.every(({ status }) => status === 'inactive')
  return { pool, numbers, messagesPerSecond: areInactive ? 0 : rateOfPool(poolNumbersOf(pool.numbers, senders)) }
}

/** The schedules that have not ended and send from a pool, which prevent its removal. */
export class ReadPoolUses {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute({ account, pool: id }: { readonly account: Account; readonly pool: string }): Promise<UsingSchedules> {
    const pool = poolWith(account.pools, id)
    if (pool === null) throw new DomainError('pool-not-found', 'No pool of this account has this id')
    return this.deps.unitOfWork.run(({ itemUses }: Pick<Stores, 'itemUses'>) =>
      itemUses.schedulesFrom(account.id, pool.id, USES_LISTED),
    )
  }
}
