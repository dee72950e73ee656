import {
  noConsent,
  refusalOf,
  type AccountId,
  type Consent,
  type ConsentStore,
  type HeldRefusal,
  type OptOutsPage,
  type PhoneNumber,
  type ProviderOptOut,
  type Pseudonym,
  type Refusal,
} from '@carillon/core'
import { by, downward } from '../tables/order.js'
import { phonePart } from '../tables/keys.js'
import type { Tables } from '../tables/tables.js'

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

  async withProviderOptOut(account: AccountId, phones: readonly PhoneNumber[]) {
    return new Set(phones.filter((phone) => this.tables.providerOptOuts.of(phonePart({ account, phone })).length > 0))
  }

  async optOutsAfter(account: AccountId, after: PhoneNumber | null, limit: number): Promise<OptOutsPage> {
    const { consents, providerOptOuts } = this.tables
    const refused = providerOptOuts.partsInUse().flatMap((part) => providerOptOuts.of(part).slice(0, 1))
    const known = [...consents.of(account), ...refused.filter((optOut) => optOut.account === account)]
    const isNext = (phone: PhoneNumber) => after === null || phone > after
    const phones = [...new Set(known.map(({ phone }) => phone))].filter(isNext).sort().slice(0, limit)
    const found = phones.map((phone) => ({
      phone,
      optedOutAt: this.known(account, phone).optedOutAt,
      refusedAt: newestOf(providerOptOuts.of(phonePart({ account, phone }))),
    }))
    const optOuts = found.filter(({ optedOutAt, refusedAt }) => optedOutAt !== null || refusedAt !== null)
    return { optOuts, last: phones.at(-1) ?? null }
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

function newestOf(optOuts: readonly ProviderOptOut[]): Date | null {
  return optOuts.length === 0 ? null : new Date(Math.max(...optOuts.map(({ at }) => at.getTime())))
}
