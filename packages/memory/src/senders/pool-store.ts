import type { AccountId, NumbersByPhone, PhoneNumber, Pool, PoolId, PoolLoads, PoolStore } from '@carillon/core'
import { poolMemberKey, poolPart } from '../tables/keys.js'
import type { Tables } from '../tables/tables.js'

export class MemoryPoolStore implements PoolStore {
  constructor(private readonly tables: Pick<Tables, 'poolMembers' | 'poolLoads'>) {}

  async numbersOf(account: AccountId, pool: PoolId, phones: readonly PhoneNumber[]): Promise<NumbersByPhone> {
    const numbers = new Map<PhoneNumber, string>()
    for (const phone of phones) {
      const member = this.tables.poolMembers.get(account, poolMemberKey({ pool, phone }))
      if (member !== undefined) numbers.set(phone, member.number)
    }
    return numbers
  }

  lockLoads(account: AccountId, pool: Pick<Pool, 'id' | 'numbers'>): Promise<PoolLoads> {
    return this.loads(account, pool)
  }

  async loads(account: AccountId, { id: pool, numbers }: Pick<Pool, 'id' | 'numbers'>): Promise<PoolLoads> {
    return new Map(numbers.map((number) => [number, this.peopleOf(account, pool, number)]))
  }

  async assign(account: AccountId, pool: PoolId, numbers: NumbersByPhone) {
    const { poolMembers } = this.tables
    for (const [phone, number] of numbers) {
      const before = poolMembers.get(account, poolMemberKey({ pool, phone }))
      if (before !== undefined) this.addPeople(account, pool, before.number, -1)
      poolMembers.put({ account, pool, phone, number })
      this.addPeople(account, pool, number, 1)
    }
  }

  async remove(account: AccountId, pool: PoolId) {
    const { poolMembers, poolLoads } = this.tables
    for (const member of poolMembers.filter(account, (one) => one.pool === pool)) {
      poolMembers.remove(account, poolMemberKey(member))
    }
    for (const { number } of poolLoads.of(poolPart({ account, pool }))) {
      poolLoads.remove(poolPart({ account, pool }), number)
    }
  }

  private peopleOf(account: AccountId, pool: PoolId, number: string): number {
    return this.tables.poolLoads.get(poolPart({ account, pool }), number)?.people ?? 0
  }

  private addPeople(account: AccountId, pool: PoolId, number: string, added: number) {
    const people = this.peopleOf(account, pool, number) + added
    this.tables.poolLoads.put({ account, pool, number, people })
  }
}
