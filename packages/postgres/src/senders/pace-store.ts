import {
  endTurn,
  takeTurn,
  type AccountId,
  type PaceStore,
  type PlacesTaken,
  type Turn,
  type TurnWanted,
} from '@carillon/core'
import { rowsOf, run, type Database } from '../sql/sql.js'

export class PostgresPaceStore implements PaceStore {
  constructor(private readonly trx: Database) {}

  async take({ account, sender, ...asked }: TurnWanted): Promise<PlacesTaken> {
    const rate = await this.rateOf(account, sender)
    if (rate === null) return { taken: asked.wanted, nextAt: asked.now, isPaced: false }
    const before = await this.lock(account, sender)
    const { turns, taken, nextAt } = takeTurn(before, rate, asked)
    if (taken > 0 || asked.standsInLine || asked.group !== undefined) await this.save(account, sender, turns)
    return { taken, nextAt, isPaced: true }
  }

  async end({ account, sender, id, at }: Parameters<PaceStore['end']>[0]): Promise<void> {
    const rate = await this.rateOf(account, sender)
    if (rate === null) return
    const turns = await this.lock(account, sender)
    if (turns.some((turn) => turn.id === id)) await this.save(account, sender, endTurn(turns, rate, { id, at }))
  }

  private async rateOf(account: AccountId, sender: string): Promise<number | null> {
    const [row] = await rowsOf<{ rate: number | null }>(this.trx, RATE, { account, sender })
    return row?.rate ?? null
  }

  /** Only a row can be locked, so a sender without one gets one. */
  private async lock(account: AccountId, sender: string): Promise<readonly Turn[]> {
    const [row] = await rowsOf<PaceRow>(this.trx, LOCK, { account, sender })
    if (row !== undefined) return row.turns
    await run(this.trx, OPEN, { account, sender })
    return this.lock(account, sender)
  }

  private async save(account: AccountId, sender: string, turns: readonly Turn[]): Promise<void> {
    await run(this.trx, SAVE, { account, sender, turns: JSON.stringify(turns) })
  }
}

type PaceRow = { readonly turns: readonly Turn[] }

const RATE = 'select messages_per_second as rate from sender where number = :sender and account_id = :account'

const LOCK = 'select turns from sender_pace where account_id = :account and number = :sender for update'

const OPEN = `
  insert into sender_pace (account_id, number, turns) values (:account, :sender, '[]')
  on conflict (account_id, number) do nothing`

const SAVE = 'update sender_pace set turns = :turns where account_id = :account and number = :sender'
