import type { AccountId, NumbersByPhone, PhoneNumber, Pool, PoolId, PoolLoads, PoolStore } from '@carillon/core'
import { preparedCountOf, preparedRowsOf } from '../sql/prepared.js'
import { recordset } from '../sql/recordset.js'
import { run, type Database } from '../sql/sql.js'

export class PostgresPoolStore implements PoolStore {
  constructor(private readonly trx: Database) {}

  async numbersOf(account: AccountId, pool: PoolId, phones: readonly PhoneNumber[]): Promise<NumbersByPhone> {
    if (phones.length === 0) return new Map()
    const rows = await preparedRowsOf<MemberRow>(this.trx, NUMBERS, { account, pool, phones: phones.join(',') })
    return new Map(rows.map(({ phone, number }) => [phone, number]))
  }

  /** Adds the missing rows first, because only existing rows can be locked. */
  async lockLoads(account: AccountId, pool: Pick<Pool, 'id' | 'numbers'>): Promise<PoolLoads> {
    for (;;) {
      const found = await this.readLoads(LOCK, account, pool.id)
      const missing = pool.numbers.filter((number) => !found.has(number))
      if (missing.length === 0) return ofNumbers(found, pool)
      await run(this.trx, OPEN, { account, pool: pool.id, numbers: missing })
    }
  }

  async loads(account: AccountId, pool: Pick<Pool, 'id' | 'numbers'>): Promise<PoolLoads> {
    return ofNumbers(await this.readLoads(LOADS, account, pool.id), pool)
  }

  async assign(account: AccountId, pool: PoolId, numbers: NumbersByPhone): Promise<void> {
    if (numbers.size === 0) return
    const rows = [...numbers].map(([phone, number]) => ({ phone, number }))
    await preparedCountOf(this.trx, ASSIGN, { account, pool, ...GIVEN.of(rows) })
  }

  /** Locks the loads first, like everything else that changes a pool. */
  async remove(account: AccountId, pool: PoolId): Promise<void> {
    await run(this.trx, REMOVE_LOADS, { account, pool })
    await run(this.trx, REMOVE_MEMBERS, { account, pool })
  }

  private async readLoads(statement: string, account: AccountId, pool: PoolId): Promise<PoolLoads> {
    const rows = await preparedRowsOf<LoadRow>(this.trx, statement, { account, pool })
    return new Map(rows.map(({ number, people }) => [number, Number(people)]))
  }
}

type MemberRow = { readonly phone: PhoneNumber; readonly number: string }
type LoadRow = { readonly number: string; readonly people: number | string }

/** Rows of numbers that were removed from the pool are left out. */
function ofNumbers(found: PoolLoads, { numbers }: Pick<Pool, 'numbers'>): PoolLoads {
  return new Map(numbers.map((number) => [number, found.get(number) ?? 0]))
}

/** As in the consent store: the planner does not see how many numbers there are, so it always uses the index. */
const NUMBERS = `
  with given as materialized (select string_to_array(:phones, ',') as phones)
  select phone, number
    from pool_member
   where pool_member.account_id = :account and pool_id = :pool and phone = any ((select phones from given)::text[])`

const LOADS = `
  select number, people
    from pool_load
   where pool_load.account_id = :account and pool_id = :pool
   order by number`

/** In the order of the numbers, so that two transactions cannot deadlock. */
const LOCK = `${LOADS} for update`

const OPEN = `
  insert into pool_load (account_id, pool_id, number, people)
  select :account, :pool, missing.number, 0
    from unnest(:numbers::text[]) as missing (number)
   order by missing.number collate "C"
      on conflict (account_id, pool_id, number) do nothing`

const GIVEN = recordset<MemberRow>('given', { phone: 'text', number: 'text' })

const ASSIGN = `
  with assigned as materialized (select given.phone, given.number from ${GIVEN.sql}),
  before as materialized (
    select pool_member.number
      from pool_member
     where pool_member.account_id = :account and pool_id = :pool and phone in (select phone from assigned)
  ),
  saved as (
    insert into pool_member (account_id, pool_id, phone, number)
    select :account, :pool, assigned.phone, assigned.number
      from assigned
     order by assigned.phone collate "C"
        on conflict (account_id, pool_id, phone) do update set number = excluded.number
  ),
  change as (
    select moved.number, sum(moved.people)::bigint as people
      from (
        select number, 1 as people from assigned
        union all
        select number, -1 as people from before
      ) as moved
     group by moved.number
  )
  update pool_load
     set people = pool_load.people + change.people
    from change
   where pool_load.account_id = :account and pool_load.pool_id = :pool and pool_load.number = change.number`

const REMOVE_LOADS = 'delete from pool_load where account_id = :account and pool_id = :pool'

const REMOVE_MEMBERS = 'delete from pool_member where account_id = :account and pool_id = :pool'
