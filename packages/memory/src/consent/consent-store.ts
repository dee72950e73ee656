import {
  noConsent,
  refusalOf,
  type AccountId,
  type Consent,
  type ConsentStore,
  type HeldRefusal,
  type PhoneNumber,
  type ProviderOptOut,
  type Pseudonym,
  type Refusal,
} from '@carillon/core'
import { by, downward } from '../tables/order.js'
import { phonePart, type Tables } from '../tables/tables.js'

export class MemoryConsentStore implements ConsentStore {
  constructor(private readonly tables: Pick<Tables, 'consents' | 'providerOptOuts' | 'suppressions'>) {}

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

  async lockShared(account: AccountId, phones: readonly PhoneNumber[]) {
    const refused: ReadonlyMap<number, HeldRefusal> = await this.refused(account, phones)
    const isUnknown = (position: number) => this.tables.consents.get(account, phones[position]!) === undefined
    return new Map([...refused].map(([position, refusal]) => [position, isUnknown(position) ? 'unknown' : refusal]))
  }

  async refused(account: AccountId, phones: readonly PhoneNumber[]) {
    const refused = new Map<number, Refusal>()
    for (const [position, phone] of phones.entries()) {
      const refusal = refusalOf(this.known(account, phone))
      if (refusal !== null) refused.set(position, refusal)
    }
    return refused
  }

  async save(consents: readonly Consent[]) {
    for (const consent of consents) this.tables.consents.put(consent)
  }

  async saveProviderOptOut(optOut: ProviderOptOut) {
    const before = this.tables.providerOptOuts.get(phonePart(optOut), optOut.sender)
    if (before === undefined || before.at < optOut.at) this.tables.providerOptOuts.put(optOut)
  }

  async providerOptOuts(account: AccountId, phone: PhoneNumber) {
    const optOuts = this.tables.providerOptOuts.of(phonePart({ account, phone })).toSorted(by(({ sender }) => sender))
    return optOuts.toSorted(downward(by(({ at }) => at)))
  }

  async suppressed(account: AccountId, subjects: readonly Pseudonym[]) {
    const suppressed = new Map<Pseudonym, Date>()
    for (const subject of subjects) {
      const kept = this.tables.suppressions.get(account, subject)
      if (kept !== undefined) suppressed.set(subject, kept.optedOutAt)
    }
    return suppressed
  }

  async hasSuppressed(account: AccountId) {
    return this.tables.suppressions.of(account).length > 0
  }

  async unsuppress(account: AccountId, subjects: readonly Pseudonym[]) {
    for (const subject of subjects) this.tables.suppressions.remove(account, subject)
  }

  private known(account: AccountId, phone: PhoneNumber): Consent {
    return this.tables.consents.get(account, phone) ?? noConsent(account, phone)
  }
}
