import {
  endSlots,
  takeSlots,
  type AccountId,
  type ThrottleStore,
  type SlotGrant,
  type ThrottleEntry,
  type SenderSlotRequest,
} from '@carillon/core'
import { preparedRowsOf } from '../sql/prepared.js'
import { rowsOf, run, type Database } from '../sql/sql.js'

export class PostgresThrottleStore implements ThrottleStore {
  constructor(private readonly trx: Database) {}

  async take({ account, sender, ...request }: SenderSlotRequest): Promise<SlotGrant> {
    const rate = await this.rateOf(account, sender)
    if (rate === null) return { taken: request.wanted, nextAt: request.now, isThrottled: false }
    const before = await this.lock(account, sender)
    const { entries, taken, nextAt } = takeSlots(before, rate, request)
    if (taken > 0 || request.joinsQueue || request.group !== undefined) await this.save(account, sender, entries)
    return { taken, nextAt, isThrottled: true }
  }

  async end({ account, sender, id, at }: Parameters<ThrottleStore['end']>[0]): Promise<void> {
    const rate = await this.rateOf(account, sender)
    if (rate === null) return
    const entries = await this.lock(account, sender)
    if (entries.some((entry) => entry.id === id)) await this.save(account, sender, endSlots(entries, rate, { id, at }))
  }

  private async rateOf(account: AccountId, sender: string): Promise<number | null> {
    const [row] = await preparedRowsOf<{ rate: number | null }>(this.trx, RATE, { account, sender })
    return row?.rate ?? null
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

type ThrottleRow = { readonly turns: readonly ThrottleEntry[] }

const RATE = 'select messages_per_second as rate from sender where number = :sender and account_id = :account'

const LOCK = 'select turns from sender_pace where account_id = :account and number = :sender for update'

const OPEN = `
  insert into sender_pace (account_id, number, turns) values (:account, :sender, '[]')
  on conflict (account_id, number) do nothing`

const SAVE = 'update sender_pace set turns = :turns where account_id = :account and number = :sender'
