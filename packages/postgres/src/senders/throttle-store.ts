import {
  countedBy,
  endSlots,
  takeSlots,
  type AccountId,
  type RateCounts,
  type SenderRate,
  type ThrottleStore,
  type SlotGrant,
  type ThrottleEntry,
  type SenderSlotRequest,
} from '@carillon/core'
import { preparedRowsOf } from '../sql/prepared.js'
import { rowsOf, run, type Database } from '../sql/sql.js'

export class PostgresThrottleStore implements ThrottleStore {
  constructor(private readonly trx: Database) {}

  async rateOf(account: AccountId, sender: string): Promise<SenderRate | null> {
    const [row] = await preparedRowsOf<RateRow>(this.trx, RATE, { account, sender })
    if (row === undefined || row.rate === null) return null
    return { perSecond: row.rate, counts: row.counts }
  }

  async take({ account, sender, rate: known, ...request }: SenderSlotRequest): Promise<SlotGrant> {
    const rate = known ?? (await this.rateOf(account, sender))
    if (rate === null) return { taken: request.wanted, nextAt: request.now, isThrottled: false }
    const before = await this.lock(account, sender)
    const { entries, taken, nextAt } = takeSlots(before, rate.perSecond, countedBy(rate.counts, request))
    if (taken > 0 || request.joinsQueue || request.group !== undefined) await this.save(account, sender, entries)
    return { taken, nextAt, isThrottled: true }
  }

  async end({ account, sender, id, at }: Parameters<ThrottleStore['end']>[0]): Promise<void> {
    const rate = await this.rateOf(account, sender)
    if (rate === null) return
    const entries = await this.lock(account, sender)
    if (entries.some((entry) => entry.id === id)) {
      await this.save(account, sender, endSlots(entries, rate.perSecond, { id, at }))
    }
  }

  /** Adds a row for a sender without one, because only an existing row can be locked. */
  private async lock(account: AccountId, sender: string): Promise<readonly ThrottleEntry[]> {
    const [row] = await rowsOf<ThrottleRow>(this.trx, LOCK, { account, sender })
    if (row !== undefined) return row.turns
    await run(this.trx, OPEN, { account, sender })
    return this.lock(account, sender)
  }

  private async save(account: AccountId, sender: string, entries: readonly ThrottleEntry[]): Promise<void> {
    await run(this.trx, SAVE, { account, sender, turns: JSON.stringify(entries) })
  }
}

type RateRow = { readonly rate: number | null; readonly counts: RateCounts }

type ThrottleRow = { readonly turns: readonly ThrottleEntry[] }

const RATE = `
  select messages_per_second as rate, (select account.rate_counts from account where account.id = :account) as counts
    from sender
   where number = :sender and account_id = :account`

const LOCK = 'select turns from sender_pace where account_id = :account and number = :sender for update'

const OPEN = `
  insert into sender_pace (account_id, number, turns) values (:account, :sender, '[]')
  on conflict (account_id, number) do nothing`

const SAVE = 'update sender_pace set turns = :turns where account_id = :account and number = :sender'
