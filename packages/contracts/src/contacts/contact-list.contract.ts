import { describe, expect, test } from '@jest/globals'
import type { ContactQuery } from '@carillon/core'
import type { AccountFixture } from '../fixtures/account-fixture.js'
import { ANN, BOB, CAT, after, ids, phoneOf } from '../fixtures/builders.js'

/** The part of the contact store's contract for reading many contacts. */
export function describeContactList(openFixture: () => Promise<AccountFixture>) {
  describe('contacts: list', () => {
    test('returns the newest first, then by id descending', async () => {
      const fixture = await openFixture()
      const [a, b, c, d] = await fixture.contacts(
        { phone: phoneOf(1), createdAt: after(1) },
        { phone: phoneOf(2), createdAt: after(3) },
        { phone: phoneOf(3), createdAt: after(1) },
        { phone: phoneOf(4), createdAt: after(2) },
      )
      expect((await list(fixture)).results).toEqual([b, d, c, a])
    })

    test('returns pages, with the total count', async () => {
      const fixture = await openFixture()
      const all = await fixture.contacts(...[1, 2, 3, 4, 5].map((n) => ({ phone: phoneOf(n), createdAt: after(-n) })))
      expect(await list(fixture, { page: 2, limit: 2 })).toEqual({
        page: 2,
        limit: 2,
        totalCount: 5,
        results: [all[2], all[3]],
      })
      expect(await list(fixture, { page: 3, limit: 2 })).toMatchObject({ totalCount: 5, results: [all[4]] })
      expect(await list(fixture, { page: 9, limit: 2 })).toEqual({ page: 9, limit: 2, totalCount: 5, results: [] })
    })

    test('is empty for an account without contacts', async () => {
      const fixture = await openFixture()
      expect(await list(fixture)).toEqual({ page: 1, limit: 20, totalCount: 0, results: [] })
    })

    test('excludes contacts of other accounts', async () => {
      const fixture = await openFixture()
      await fixture.contact()
      const neighbour = await fixture.neighbour()
      const page = await fixture.run(({ contacts }) => contacts.list(neighbour.id, { ...EVERYBODY }))
      expect(page.totalCount).toBe(0)
    })

    test('filtered by group returns its active members', async () => {
      const fixture = await openFixture()
      const [ann, bob, cat] = await fixture.contacts({}, { phone: BOB }, { phone: CAT })
      const [vip, news] = [await fixture.group(), await fixture.group()]
      await fixture.member(ann!, vip)
      await fixture.member(ann!, news)
      await fixture.member(bob!, news)
      await fixture.member(cat!, vip, { state: 'pending' })
      expect(await list(fixture, { group: vip.id })).toMatchObject({ totalCount: 1, results: [{ phone: ANN }] })
      expect(await list(fixture, { group: news.id })).toMatchObject({ totalCount: 2 })
      expect(await list(fixture, { group: ids.next('grp') })).toMatchObject({ totalCount: 0, results: [] })
    })

    test('filtered by group excludes removed members', async () => {
      const fixture = await openFixture()
      const [contact, group] = [await fixture.contact(), await fixture.group()]
      await fixture.member(contact, group, { state: 'removed' })
      expect((await list(fixture, { group: group.id })).totalCount).toBe(0)
    })

    test('filters by the start of the number', async () => {
      const fixture = await openFixture()
      await fixture.contacts({ phone: phoneOf(11) }, { phone: phoneOf(12) }, { phone: phoneOf(21) })
      expect((await list(fixture, { phonePrefix: '+12025550' })).totalCount).toBe(3)
      expect((await list(fixture, { phonePrefix: '+120255500' })).totalCount).toBe(3)
      expect((await list(fixture, { phonePrefix: '+1202555001' })).totalCount).toBe(2)
      expect((await list(fixture, { phonePrefix: phoneOf(21) })).totalCount).toBe(1)
      expect((await list(fixture, { phonePrefix: '2025550' })).totalCount).toBe(0)
      expect((await list(fixture, { phonePrefix: '+%' })).totalCount).toBe(0)
    })

    test.each([
      ['ann', [ANN]],
      ['ANN', [ANN]],
      ['n le', [ANN]],
      ['LEE', [ANN, BOB]],
      ['åsa', [BOB]],
      ['ÅSA', [BOB]],
      ['%', [CAT]],
      ['0%_\\', [CAT]],
      ['a_n', []],
      ['zoe', []],
    ])('filters by a part of the full name, ignoring case: %s', async (name, phones) => {
      const fixture = await openFixture()
      await fixture.contacts(
        { firstName: 'Ann', lastName: 'Lee' },
        { phone: BOB, firstName: 'Åsa', lastName: 'Lee' },
        { phone: CAT, firstName: '100%_\\' },
      )
      expect((await list(fixture, { name })).results.map(({ phone }) => phone).sort()).toEqual(phones)
    })

    test('filters by the name that was saved last', async () => {
      const fixture = await openFixture()
      const contact = await fixture.contact({ firstName: 'Ann' })
      await fixture.run(({ contacts }) => contacts.save([{ ...contact, firstName: 'Joan' }]))
      expect((await list(fixture, { name: 'joan' })).totalCount).toBe(1)
      await fixture.run(({ contacts }) => contacts.save([{ ...contact, firstName: 'Zoe' }]))
      expect((await list(fixture, { name: 'joan' })).totalCount).toBe(0)
    })

    test('returns contacts that match every filter', async () => {
      const fixture = await openFixture()
      const [ann, bob] = await fixture.contacts({ firstName: 'Ann' }, { phone: BOB, firstName: 'Ann' })
      const group = await fixture.group()
      await fixture.member(ann!, group)
      await fixture.member(bob!, group)
      const page = await list(fixture, { group: group.id, phonePrefix: BOB, name: 'ann' })
      expect(page.results).toEqual([bob])
    })
  })

  describe('contacts: after', () => {
    test('reads all contacts in steps, by id', async () => {
      const fixture = await openFixture()
      const all = await fixture.contacts(...[5, 3, 1, 4, 2].map((n) => ({ phone: phoneOf(n), createdAt: after(n) })))
      const step = (id: (typeof all)[0]['id'] | null) =>
        fixture.run(({ contacts }) => contacts.after(fixture.account.id, id, 2))
      expect(await step(null)).toEqual([all[0], all[1]])
      expect(await step(all[1]!.id)).toEqual([all[2], all[3]])
      expect(await step(all[3]!.id)).toEqual([all[4]])
      expect(await step(all[4]!.id)).toEqual([])
    })

    test('reads no contacts of other accounts', async () => {
      const fixture = await openFixture()
      await fixture.contact()
      const neighbour = await fixture.neighbour()
      expect(await fixture.run(({ contacts }) => contacts.after(neighbour.id, null, 10))).toEqual([])
    })
  })
}

const EVERYBODY: ContactQuery = { page: 1, limit: 20, group: null, phonePrefix: null, name: null }

function list({ run, account }: AccountFixture, query: Partial<ContactQuery> = {}) {
  return run(({ contacts }) => contacts.list(account.id, { ...EVERYBODY, ...query }))
}
