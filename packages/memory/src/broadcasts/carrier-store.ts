import type { AccountId, CarrierStore, LookUp, PhoneNumber } from '@carillon/core'
import type { Tables } from '../tables/tables.js'

export class MemoryCarrierStore implements CarrierStore {
  constructor(private readonly tables: Pick<Tables, 'carriers'>) {}

  async known(account: AccountId, phones: readonly PhoneNumber[], since: Date) {
    const lookUps = phones.flatMap((phone) => this.tables.carriers.get(account, phone) ?? [])
    return new Map(lookUps.filter(({ at }) => at > since).map(({ phone, carrier }) => [phone, carrier.lineType]))
  }

  async save(account: AccountId, lookUps: readonly LookUp[]) {
    for (const lookUp of lookUps) {
      const before = this.tables.carriers.get(account, lookUp.phone)
      if (before === undefined || before.at < lookUp.at) this.tables.carriers.put({ account, ...lookUp })
    }
  }

  async trim(account: AccountId, until: Date, limit: number) {
    const trimmed = this.tables.carriers
      .of(account)
      .filter(({ at }) => at <= until)
      .slice(0, limit)
    for (const { phone } of trimmed) this.tables.carriers.remove(account, phone)
    return trimmed.length
  }
}
