import {
  NO_CREDITS,
  balanceAfter,
  isOverdrawn,
  type AccountId,
  type CreditStore,
  type LedgerEntry,
} from '@carillon/core'
import { SERVICE, type Tables } from '../tables/tables.js'

export class MemoryCreditStore implements CreditStore {
  constructor(private readonly tables: Pick<Tables, 'ledger' | 'balances'>) {}

  async balance(account: AccountId) {
    return this.tables.balances.get(account, SERVICE)?.balance ?? NO_CREDITS
  }

  async lock(account: AccountId) {
    return this.balance(account)
  }

  async post(account: AccountId, entries: readonly LedgerEntry[]) {
    const fresh = entries.filter((entry) => !this.tables.ledger.has(entry))
    for (const entry of fresh) this.tables.ledger.put(entry)
    const before = this.tables.balances.get(account, SERVICE)
    const balance = balanceAfter(before?.balance ?? NO_CREDITS, fresh)
    if (isOverdrawn(balance)) throw new Error(`The credits of ${account} would fall below zero`)
    this.tables.balances.put({ account, balance, accepted: before?.accepted ?? null })
  }

  async acceptedOn(account: AccountId, day: string) {
    const accepted = this.tables.balances.get(account, SERVICE)?.accepted
    return accepted?.day === day ? accepted.count : 0
  }

  /** Days only go forward: a process whose clock is behind does not restart the count. */
  async countAccepted(account: AccountId, day: string, recipients: number) {
    const before = this.tables.balances.get(account, SERVICE)
    const accepted = before?.accepted ?? null
    if (accepted !== null && accepted.day > day) return
    const count = (accepted?.day === day ? accepted.count : 0) + recipients
    this.tables.balances.put({ account, balance: before?.balance ?? NO_CREDITS, accepted: { day, count } })
  }
}
