import type {
  AllowedNumbers,
  ListedAudience,
  ResolvedAudience,
  AudienceStore,
  BroadcastId,
  Contact,
  FixAudience,
  Group,
  PhoneNumber,
} from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { aConsent, aContact, aContactList, aMembership, ids } from '../fixtures/builders.js'
import { ONCE } from './schedule-builders.js'

export type AudienceStoreFixture = Awaited<ReturnType<typeof audienceStoreFixture>>

/** An account, with shortcuts for the audiences of its schedules. */
export async function audienceStoreFixture(open: OpenTestAdapters) {
  const fixture = await accountFixture(await open())
  const account = fixture.account.id
  const audiences = <T>(use: (store: AudienceStore) => Promise<T>) => fixture.run((stores) => use(stores.audiences))
  const fix = (audience: ResolvedAudience, given: Partial<FixAudience> = {}) => {
    const everywhere = {
      allowed: null,
      byZone: false,
      zone: ONCE.timezone,
      broadcasts: new Map([[ONCE.timezone, null]]),
    }
    return audiences((store) => store.fix({ account, audience, ...everywhere, ...given }))
  }
  const chunksOf = (broadcast: BroadcastId, of = account) =>
    fixture.run(({ broadcasts }) => broadcasts.chunksAt(of, broadcast, { from: 0, until: 1_000_000 }))
  return {
    ...fixture,
    audiences,
    fix,
    chunksOf,
    survey: (audience: ResolvedAudience, of = account, allowed: AllowedNumbers = null) =>
      audiences((store) => store.survey(of, audience, allowed)),
    first: (audience: ResolvedAudience, limit = 1_000, allowed: AllowedNumbers = null) =>
      audiences((store) => store.first(account, audience, { limit, allowed })),
    /** The numbers to which a broadcast to the audience would be sent. */
    reached: async (audience: ResolvedAudience, of = account) => {
      const id = ids.next('brc')
      await fix(audience, { account: of, broadcasts: new Map([[ONCE.timezone, id]]) })
      return (await chunksOf(id, of)).flatMap(({ recipients }) => recipients.phones)
    },
    /** Stores contacts as active members of the group, all at once. */
    crowd: (group: Group, given: readonly Partial<Contact>[]) =>
      fixture.run(async (stores) => {
        const contacts = given.map((one) => aContact({ account: group.account, ...one }))
        await stores.contacts.add(contacts)
        await stores.memberships.save(contacts.map((contact) => aMembership({ contact, group })))
        const consents = contacts.map(({ phone }) => ({ phone, account: group.account, optedOutAt: null }))
        await stores.consents.save(consents.map((consent) => ({ ...consent, activeGroups: 1 })))
      }),
    /** A contact who was in groups, and is in none now. */
    leaver: async (phone: PhoneNumber) => {
      await fixture.contact({ phone })
      await fixture.run(({ consents }) => consents.save([aConsent({ account, phone })]))
    },
    /** A list of these numbers. */
    listOf: (phones: readonly PhoneNumber[], of = account) =>
      fixture.run(async ({ contactLists }): Promise<ListedAudience> => {
        const { id } = await contactLists.put(aContactList({ account: of }))
        await contactLists.addMembers(of, id, phones)
        return { kind: 'list', list: id }
      }),
  }
}

export function membersOf(...groups: readonly Group[]): ListedAudience {
  return { kind: 'groups', groups: groups.map(({ id }) => id) }
}
