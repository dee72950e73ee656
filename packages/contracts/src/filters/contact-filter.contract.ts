import {
  passes,
  testOf,
  type AccountId,
  type Condition,
  type Contact,
  type ContactTest,
  type FilterContext,
  type SegmentId,
  type TestedContact,
} from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { isDeepStrictEqual } from 'node:util'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { aConsent, ids, NOW, phoneOf } from '../fixtures/builders.js'
import { aMessage, anInboundText, aMessageLink } from '../fixtures/sending-builders.js'
import { LINKS, RandomFilters, customFields } from './random-filters.js'
import { seeded } from './seeded.js'

type RandomBook = Awaited<ReturnType<typeof randomBook>>

/** An account with random contacts, and a neighbour with copies of them. */
async function randomBook(
  open: OpenTestAdapters,
  { seed, contacts: count, joined = 0.4 }: { seed: number; contacts: number; joined?: number },
) {
  const fixture = await accountFixture(await open())
  const { run, account } = fixture
  const neighbour = await fixture.neighbour()
  const random = seeded(seed)
  const groups = [await fixture.group({ name: 'One' }), await fixture.group({ name: 'Two' })]
  const segments = [ids.next('seg'), ids.next('seg')]
  const filters = new RandomFilters(random, { groups, segments })
  const fields = customFields(account.id)
  await run(async (stores) => {
    for (const field of fields) await stores.customFields.put(field)
  })
  const tested = Array.from({ length: count }, (_, i) =>
    testedContact(filters, { account: account.id, groups, random, joined, i }),
  )
  await run(({ contacts }) => contacts.add(tested.map(({ contact }) => contact)))
  await run(({ contacts }) =>
    contacts.add(tested.map(({ contact }) => ({ ...contact, id: ids.next('con'), account: neighbour.id }))),
  )
  for (const one of tested) await fixture.run((stores) => storeActivity(stores, one))
  const conditions = new Map<SegmentId, Condition>([
    [segments[0]!, { tz: { exists: true } }],
    [segments[1]!, { any: [{ isFavorite: { eq: true } }, { not: { segments: { ids: { in: [segments[0]!] } } } }] }],
  ])
  const context: FilterContext = { fields, segments: conditions, now: NOW, today: NOW.toISOString().slice(0, 10) }
  return { account: account.id, run, filters, tested, context }
}

type Activity = TestedContact & { readonly contact: Contact; readonly hasOptedOut: boolean }

function testedContact(
  filters: RandomFilters,
  given: {
    readonly account: AccountId
    readonly groups: readonly { readonly id: Activity['memberships'][number]['group'] }[]
    readonly random: () => number
    /** The probability that the contact has joined a group. */
    readonly joined: number
    readonly i: number
  },
): Activity {
  const { account, groups, random, joined, i } = given
  const sometimes = <T>(value: () => T): T | null => (random() < 0.5 ? value() : null)
  const lastSentAt = sometimes(() => filters.instant())
  return {
    contact: filters.contact(account, i),
    hasOptedOut: i % 4 === 0,
    memberships: groups.filter(() => random() < joined).map(({ id: group }) => ({ group, since: filters.instant() })),
    lastSentAt,
    lastReceivedAt: sometimes(() => filters.instant()),
    clicks:
      lastSentAt === null ? [] : LINKS.filter(() => random() < 0.4).map((link) => ({ link, at: filters.instant() })),
  }
}

/** The last messages, and an older one of each kind. */
async function storeActivity(
  stores: Parameters<Parameters<RandomBook['run']>[0]>[0],
  { contact, hasOptedOut, memberships, lastSentAt, lastReceivedAt, clicks }: Activity,
): Promise<void> {
  const { account, phone, id } = contact
  await stores.memberships.save(
    memberships.map(({ group, since }) => ({ account, contact: id, group, state: 'active', since })),
  )
  const optedOutAt = hasOptedOut ? NOW : null
  await stores.consents.save([aConsent({ account, phone, activeGroups: memberships.length, optedOutAt })])
  const before = (at: Date) => new Date(at.getTime() - 3_600_000)
  if (lastSentAt !== null) {
    const message = { account, to: phone, status: 'sent', phase: null } as const
    const sent = aMessage({ ...message, sentAt: lastSentAt })
    const older = aMessage({ ...message, sentAt: before(lastSentAt) })
    const confirmation = aMessage({ ...message, sentAt: NOW, purpose: 'confirmation' })
    await stores.messages.add([older, sent, confirmation])
    for (const { link, at } of clicks) {
      const code = ids.next('msg').slice(-10)
      await stores.clicks.add(account, [aMessageLink({ account, link, code, message: sent.id })])
      const click = { account, link, code, agent: null, network: null }
      await stores.clicks.record({ ...click, at, visitor: 'person' })
      await stores.clicks.record({ ...click, at: NOW, visitor: 'bot' })
    }
  }
  if (lastReceivedAt !== null) {
    await stores.messages.add([
      anInboundText({ account, from: phone, sentAt: before(lastReceivedAt) }),
      anInboundText({ account, from: phone, sentAt: lastReceivedAt }),
    ])
  }
}

/** Compares what the stores find with what passes the test, for this many random filters. Returns the differences. */
async function compareFilters({ account, run, filters, tested, context }: RandomBook, count: number) {
  const differences: string[] = []
  let found = 0
  for (let i = 0; i < count; i++) {
    const condition = filters.condition()
    const contactTest = testOf(condition, context)
    const passing = tested.filter((one) => passes(one, contactTest))
    const expected = {
      ids: passing.map(({ contact }) => contact.id).toSorted(),
      contacts: passing.length,
      messageable: passing.filter(({ memberships, hasOptedOut }) => memberships.length > 0 && !hasOptedOut).length,
    }
    const actual = await run(async ({ contacts, audiences }) => {
      const all = await contacts.passing(account, contactTest, { after: null, limit: 10_000 })
      const survey = await audiences.survey(account, { kind: 'filter', test: contactTest }, null)
      const refused = survey.refused['hard-opted-out'] + survey.refused['not-opted-in']
      const surveyed = { contacts: survey.submitted, messageable: survey.submitted - refused }
      return { ids: all.map(({ id }) => id), surveyed, counted: await audiences.count(account, contactTest, null) }
    })
    found += actual.counted.contacts
    const { ids: expectedIds, ...counts } = expected
    if (!isDeepStrictEqual(actual, { ids: expectedIds, surveyed: counts, counted: counts })) {
      differences.push(`${JSON.stringify(condition)}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`)
    }
  }
  return { differences, found }
}

const EVERYBODY: ContactTest = { kind: 'all', tests: [] }

export type ComparedFilters = { readonly seed: number; readonly contacts: number; readonly filters: number }

const SOME: ComparedFilters = { seed: 7, contacts: 120, filters: 200 }

export function describeContactFilters(open: OpenTestAdapters, { seed, contacts, filters }: ComparedFilters = SOME) {
  describe('contact filters', () => {
    test('find the contacts of the account that pass the test, for random filters and contacts', async () => {
      const { differences, found } = await compareFilters(await randomBook(open, { seed, contacts }), filters)
      expect(differences).toEqual([])
      expect(found).toBeGreaterThan(5 * filters)
    })

    test.each([
      ['most', 0.9],
      ['few', 0.02],
    ])('tell who may be texted if these are %s of the contacts', async (_, joined) => {
      const book = await randomBook(open, { seed: 10, contacts: 60, joined })
      expect((await compareFilters(book, 30)).differences).toEqual([])
    })

    test('find contacts in steps, by id', async () => {
      const { account, run, tested } = await randomBook(open, { seed: 8, contacts: 5 })
      const step = (after: Contact['id'] | null) =>
        run(({ contacts }) => contacts.passing(account, EVERYBODY, { after, limit: 2 }))
      const all = tested.map(({ contact }) => contact.id).toSorted()
      expect((await step(null)).map(({ id }) => id)).toEqual(all.slice(0, 2))
      expect((await step(all[1]!)).map(({ id }) => id)).toEqual(all.slice(2, 4))
      expect((await step(all[4]!)).map(({ id }) => id)).toEqual([])
    })

    test('list contacts by pages, together with a group, a number and a name', async () => {
      const { account, run, tested } = await randomBook(open, { seed: 9, contacts: 40 })
      const list = (query: object) =>
        run(({ contacts }) =>
          contacts.list(account, {
            ...{ page: 1, limit: 100, group: null, phonePrefix: null, name: null },
            test: { kind: 'flag', field: 'isFavorite', value: true },
            ...query,
          }),
        )
      const favorites = tested.filter(({ contact }) => contact.isFavorite)
      expect((await list({})).totalCount).toBe(favorites.length)
      expect(await list({ limit: 1, page: 2 })).toMatchObject({ totalCount: favorites.length, results: [{}] })
      const { group } = tested.flatMap(({ memberships }) => memberships)[0]!
      const members = favorites.filter(({ memberships }) => memberships.some((one) => one.group === group))
      expect((await list({ group })).results.map(({ id }) => id).toSorted()).toEqual(
        members.map(({ contact }) => contact.id).toSorted(),
      )
      expect((await list({ phonePrefix: phoneOf(3) })).totalCount).toBe(
        favorites.filter(({ contact }) => contact.phone === phoneOf(3)).length,
      )
      expect((await list({ name: 'zo' })).totalCount).toBe(
        favorites.filter(({ contact: { firstName = '', lastName = '' } }) =>
          `${firstName} ${lastName}`.toLowerCase().includes('zo'),
        ).length,
      )
    })
  })
}
