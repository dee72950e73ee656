import { accountNameTaken, type Account, type AccountId, type AccountStore } from '@carillon/core'
import { by } from '../tables/order.js'
import { SERVICE, type Tables } from '../tables/tables.js'

export class MemoryAccountStore implements AccountStore {
  constructor(private readonly tables: Pick<Tables, 'accounts'>) {}

  async lockByName(name: string) {
    return this.findByName(name)
  }

  async lock(id: AccountId) {
    return this.find(id)
  }

  async find(id: AccountId) {
    return this.tables.accounts.get(SERVICE, id) ?? null
  }

  async findByName(name: string) {
    return this.tables.accounts.of(SERVICE).find((account) => account.name === name) ?? null
  }

  async add(account: Account) {
    const existing = await this.findByName(account.name)
    if (existing !== null) return existing.id === account.id
    this.tables.accounts.put(account)
    return true
  }

  async save(account: Account) {
    const named = await this.findByName(account.name)
    if (named !== null && named.id !== account.id) throw accountNameTaken(account.name)
    if (this.tables.accounts.has(account)) this.tables.accounts.put(account)
  }

  async list() {
    return this.tables.accounts.of(SERVICE).toSorted(by(({ name }) => name))
  }
}
