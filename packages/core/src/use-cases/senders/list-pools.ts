import type { Account } from '../../model/accounts/account.js'
import { poolWith, type Pool } from '../../model/senders/pool.js'
import type { PoolLoads } from '../../model/senders/pool-store.js'
import type { Sender } from '../../model/senders/sender.js'
import type { UsingSchedules } from '../../stores/item-use-store.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import { USES_LISTED } from '../declarations/group-uses.js'

/** A pool with what is known of its numbers, in the order of the numbers. */
export type PoolView = {
  readonly pool: Pool
  readonly numbers: readonly NumberOfPool[]
  /** What the active numbers send together; null if one of them has no rate. 0 if none is active. */
  readonly messagesPerSecond: number | null
}

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
      const all = new Map((await senders.of(account.id)).map((sender) => [sender.number, sender]))
      const views: PoolView[] = []
      for (const pool of account.pools) views.push(viewOf(pool, all, await pools.loads(account.id, pool)))
      return views
    })
  }
}

/** A number is not removed while a pool names it; if it was lost in another way, it counts as inactive. */
function viewOf(pool: Pool, senders: ReadonlyMap<string, Sender>, loads: PoolLoads): PoolView {
  const numbers = pool.numbers.map((number) => {
    const { status = 'inactive', mms = false, messagesPerSecond = null } = senders.get(number) ?? {}
    return { number, status, mms, messagesPerSecond, people: loads.get(number) ?? 0 }
  })
  return { pool, numbers, messagesPerSecond: rateOf(numbers) }
}

function rateOf(numbers: readonly NumberOfPool[]): number | null {
  let total = 0
  for (const { status, messagesPerSecond } of numbers) {
    if (status === 'inactive') continue
    if (messagesPerSecond === null) return null
    total += messagesPerSecond
  }
  return total
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
