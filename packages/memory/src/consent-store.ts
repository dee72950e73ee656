import { noConsent, type AccountId, type Consent, type ConsentStore, type PhoneNumber } from '@carillon/core'
import type { Tables } from './tables.js'

export class MemoryConsentStore implements ConsentStore {
  constructor(private readonly tables: Pick<Tables, 'consents'>) {}

  async lock(account: AccountId, phones: readonly PhoneNumber[]) {
    return new Map(phones.map((phone) => [phone, this.known(account, phone)]))
  }

  async addOrLock(account: AccountId, consents: readonly Consent[]) {
    const known = new Map<PhoneNumber, Consent>()
    for (const consent of consents) {
      const before = this.tables.consents.get(account, consent.phone)
      if (before === undefined) this.tables.consents.put(consent)
      else known.set(consent.phone, before)
    }
    return known
  }

  async find(account: AccountId, phone: PhoneNumber) {
    return this.known(account, phone)
  }

  async save(consents: readonly Consent[]) {
    for (const consent of consents) this.tables.consents.put(consent)
  }

  private known(account: AccountId, phone: PhoneNumber): Consent {
    return this.tables.consents.get(account, phone) ?? noConsent(account, phone)
  }
}
