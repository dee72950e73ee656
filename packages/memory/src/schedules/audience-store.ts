import {
  chunksOf,
  noConsent,
  refusalOf,
  type AccountId,
  type AllowedNumbers,
  type AudienceStore,
  type BroadcastId,
  type Contact,
  type ContactTest,
  type FixAudience,
  type ListedAudience,
  type PhoneNumber,
  type Refusal,
  type ResolvedAudience,
  type TimeZone,
} from '@carillon/core'
import { passing, type TestedTables } from '../filters/tested-contacts.js'
import { by } from '../tables/order.js'
import { broadcastPart, contactPart } from '../tables/keys.js'
import type { Tables } from '../tables/tables.js'

type Used = 'contacts' | 'contactListMembers' | 'consents' | 'membershipsByContact' | 'chunks'

export class MemoryAudienceStore implements AudienceStore {
  constructor(private readonly tables: Pick<Tables, Used> & TestedTables) {}

  async fix({ account, audience, allowed, byZone, zone, broadcasts }: FixAudience) {
    const reached = this.reached(account, audience, allowed)
    const zoneOf = ({ tz }: Contact) => (byZone && tz !== null ? (tz as string as TimeZone) : zone)
    const counts = new Map<TimeZone, number>()
    for (const [own, broadcast] of broadcasts) {
      const phones = reached.filter((contact) => zoneOf(contact) === own).map(({ phone }) => phone)
      if (phones.length > 0) counts.set(own, phones.length)
      if (broadcast !== null) this.addChunks(account, broadcast, phones)
    }
    return counts
  }

  async discard(account: AccountId, broadcast: BroadcastId) {
    const part = broadcastPart({ account, broadcast })
    for (const { number } of this.tables.chunks.of(part)) this.tables.chunks.remove(part, String(number))
  }

  async survey(account: AccountId, audience: ResolvedAudience, allowed: AllowedNumbers) {
    const members = this.members(account, audience)
    const within = members.filter(isAmong(allowed))
    const refusals = within.map((contact) => this.refusal(contact))
    const refusedFor = (refusal: Refusal) => refusals.filter((one) => one === refusal).length
    return {
      submitted: members.length,
      elsewhere: members.length - within.length,
      refused: { 'hard-opted-out': refusedFor('hard-opted-out'), 'not-opted-in': refusedFor('not-opted-in') },
    }
  }

  async count(account: AccountId, test: ContactTest, allowed: AllowedNumbers) {
    const audience = { kind: 'filter', test } as const
    const contacts = this.members(account, audience).length
    return { contacts, messageable: this.reached(account, audience, allowed).length }
  }

  async first(
    account: AccountId,
    audience: ResolvedAudience,
    { allowed, limit }: { readonly allowed: AllowedNumbers; readonly limit: number },
  ) {
    return this.reached(account, audience, allowed)
      .slice(0, limit)
      .map(({ phone }) => phone)
  }

  private addChunks(account: AccountId, id: BroadcastId, phones: readonly PhoneNumber[]) {
    const chunks = chunksOf({ account, id }, { phones, keys: null, bodies: null, mediaUrls: null })
    for (const chunk of chunks) this.tables.chunks.put(chunk)
  }

  /** Sorted by phone number. */
  private reached(account: AccountId, audience: ResolvedAudience, allowed: AllowedNumbers): readonly Contact[] {
    const within = this.members(account, audience).filter(isAmong(allowed))
    const reached = within.filter((contact) => this.refusal(contact) === null)
    return reached.toSorted(by(({ phone }) => phone))
  }

  private refusal({ account, phone }: Contact): Refusal | null {
    return refusalOf(this.tables.consents.get(account, phone) ?? noConsent(account, phone))
  }

  private members(account: AccountId, audience: ResolvedAudience): readonly Contact[] {
    const contacts = this.tables.contacts.of(account)
    if (audience.kind === 'filter') return contacts.filter(passing(this.tables, account, audience.test))
    return contacts.filter((contact) => this.isMember(contact, audience))
  }

  private isMember({ account, id, phone }: Contact, audience: ListedAudience): boolean {
    if (audience.kind === 'list') {
      return this.tables.contactListMembers.has({ account, list: audience.list, phone })
    }
    const memberships = this.tables.membershipsByContact.of(contactPart({ account, contact: id }))
    return memberships.some(({ group, state }) => state === 'active' && audience.groups.includes(group))
  }
}

function isAmong(allowed: AllowedNumbers): (contact: Contact) => boolean {
  if (allowed === null) return () => true
  const ranges = allowed.map(({ prefix, within, except }) => ({
    prefix,
    within: within === null ? null : new RegExp(within),
    except: except === null ? null : new RegExp(except),
  }))
  return ({ phone }) =>
    ranges.some(
      ({ prefix, within, except }) =>
        phone.startsWith(prefix) && (within?.test(phone) ?? true) && !(except?.test(phone) ?? false),
    )
}
