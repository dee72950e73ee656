import { NO_CREDITS, balanceAfter, type AccountId, type CreditStore, type LedgerEntry } from '@carillon/core'
import { SERVICE, type Tables } from './tables.js'

export class MemoryCreditStore implements CreditStore {
  constructor(private readonly tables: Pick<Tables, 'ledger' | 'balances'>) {}

  async balance(account: AccountId) {
    return this.tables.balances.get(account, SERVICE)?.balance ?? NO_CREDITS
  }

  async post(account: AccountId, entries: readonly LedgerEntry[]) {
    const fresh = entries.filter((entry) => !this.tables.ledger.has(entry))
    for (const entry of fresh) this.tables.ledger.put(entry)
    this.tables.balances.put({ account, balance: balanceAfter(await this.balance(account), fresh) })
  }
}
