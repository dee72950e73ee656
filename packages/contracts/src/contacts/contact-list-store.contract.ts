import { describe, expect, test } from '@jest/globals'
import type { ContactList, ContactListId, ContactListStore, PhoneNumber } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { ANN, BOB, CAT, after, aContactList, ids, phoneOf } from '../fixtures/builders.js'
import { expectRolledBack } from '../fixtures/units-of-work.js'

export function describeContactListStore(open: OpenTestAdapters) {
  const openLists = async () => {
    const fixture = await accountFixture(await open())
    const account = fixture.account.id
    const lists = <T>(use: (store: ContactListStore) => Promise<T>) => fixture.run((stores) => use(stores.contactLists))
    const put = (given: Partial<ContactList>, of = account) =>
      lists((store) => store.put(aContactList({ account: of, ...given })))
    return {
      ...fixture,
      lists,
      put,
      find: (id: ContactListId, of = account) => lists((store) => store.find(of, id)),
      findByName: (name: string, of = account) => lists((store) => store.findByName(of, name)),
      list: (page = { page: 1, limit: 20 }, of = account) => lists((store) => store.list(of, page)),
      /** Adds members as a request does: `put` locks the list first. */
      extend: (name: string, phones: readonly PhoneNumber[], of = account) =>
        lists(async (store) => {
          const { id } = await store.put(aContactList({ account: of, name }))
          return store.addMembers(of, id, phones)
        }),
    }
  }

  describe('contact lists: put and find', () => {
    test('keep every field, and a new list is empty', async () => {
      const { put, find, account } = await openLists()
      const given = aContactList({ account: account.id, name: 'Söhne & "Töchter" 🔔', createdAt: after(3) })
      expect(await put(given)).toEqual(given)
      expect(await find(given.id)).toEqual(given)
    })

    test('`put` returns the existing list with that name, unchanged', async () => {
      const { put, extend, contact, list } = await openLists()
      await contact()
      const first = await put({ name: 'VIP' })
      await extend('VIP', [ANN])
      expect(await put({ name: 'VIP', createdAt: after(60) })).toEqual({ ...first, size: 1 })
      expect((await list()).totalCount).toBe(1)
    })

    test('treat names that differ in case or white space as different', async () => {
      const { put } = await openLists()
      const made = [await put({ name: 'VIP' }), await put({ name: 'vip' }), await put({ name: 'VIP ' })]
      expect(new Set(made.map(({ id }) => id)).size).toBe(3)
    })

    test('`put` returns the same list to concurrent calls with one name', async () => {
      const { put, list } = await openLists()
      const made = await Promise.all([1, 2, 3, 4].map(() => put({ name: 'VIP' })))
      expect(new Set(made.map(({ id }) => id)).size).toBe(1)
      expect((await list()).results).toEqual([made[0]])
    })

    test('`findByName` matches the exact name, within the account', async () => {
      const { put, findByName, neighbour } = await openLists()
      const list = await put({ name: 'VIP' })
      const other = (await neighbour()).id
      expect(await findByName('VIP')).toEqual(list)
      expect([await findByName('vip'), await findByName('VIP '), await findByName('VIP', other)]).toEqual([
        null,
        null,
        null,
      ])
    })

    test('`names` returns the names of the given lists, within the account', async () => {
      const { account, put, lists, neighbour } = await openLists()
      const [vip, news] = [await put({ name: 'VIP' }), await put({ name: 'News' })]
      await put({ name: 'Other' })
      const other = (await neighbour()).id
      const names = (ids: readonly ContactList['id'][], of = account.id) => lists((store) => store.names(of, ids))
      const requested = [news.id, ids.next('lst'), vip.id] as const
      expect(await names(requested)).toEqual(
        new Map([
          [vip.id, 'VIP'],
          [news.id, 'News'],
        ]),
      )
      expect([await names(requested, other), await names([])]).toEqual([new Map(), new Map()])
    })

    test('keep lists and their names separate for each account', async () => {
      const { put, find, list, neighbour } = await openLists()
      const other = (await neighbour()).id
      const [ours, theirs] = [await put({ name: 'VIP' }), await put({ name: 'VIP' }, other)]
      expect(theirs.id).not.toBe(ours.id)
      expect(await find(theirs.id)).toBeNull()
      expect(await find(ours.id, other)).toBeNull()
      expect((await list(undefined, other)).results).toEqual([theirs])
    })

    test('`find` returns null for a list that was never put', async () => {
      const { put, find } = await openLists()
      await put({ name: 'VIP' })
      expect(await find(ids.next('lst'))).toBeNull()
    })
  })

  describe('contact lists: list', () => {
    test('returns the newest first, then by id descending, in pages', async () => {
      const { put, list } = await openLists()
      const a = await put({ name: 'a', createdAt: after(1) })
      const b = await put({ name: 'b', createdAt: after(3) })
      const c = await put({ name: 'c', createdAt: after(1) })
      const first = await list({ page: 1, limit: 2 })
      expect(first).toEqual({ page: 1, limit: 2, totalCount: 3, results: [b, c] })
      expect(await list({ page: 2, limit: 2 })).toEqual({ page: 2, limit: 2, totalCount: 3, results: [a] })
      expect((await list({ page: 3, limit: 2 })).results).toEqual([])
    })

    test('is empty for an account without lists', async () => {
      const { list } = await openLists()
      expect(await list()).toEqual({ page: 1, limit: 20, totalCount: 0, results: [] })
    })
  })

  describe('contact lists: addMembers', () => {
    test('adds the contacts, and returns, in the given order, the numbers without a contact', async () => {
      const { extend, contacts, list } = await openLists()
      await contacts({}, { phone: CAT })
      const unknown = [phoneOf(9), BOB, phoneOf(7)] as const
      const added = await extend('VIP', [unknown[0], CAT, unknown[1], ANN, unknown[2]])
      expect(added).toEqual({ added: 2, unknown })
      expect((await list()).results).toMatchObject([{ name: 'VIP', size: 2 }])
    })

    test('does not create a contact for an unknown number', async () => {
      const { extend, run, account } = await openLists()
      expect(await extend('VIP', [ANN])).toEqual({ added: 0, unknown: [ANN] })
      expect(await run(({ contacts }) => contacts.find(account.id, ANN))).toBeNull()
    })

    test('keeps existing members, and counts only new ones', async () => {
      const { extend, contacts, list } = await openLists()
      await contacts({}, { phone: BOB }, { phone: CAT })
      await extend('VIP', [ANN, BOB])
      expect(await extend('VIP', [BOB, CAT])).toEqual({ added: 1, unknown: [] })
      expect(await extend('VIP', [CAT, ANN])).toEqual({ added: 0, unknown: [] })
      expect(await extend('VIP', [])).toEqual({ added: 0, unknown: [] })
      expect((await list()).results).toMatchObject([{ size: 3 }])
    })

    test('can add a contact to several lists', async () => {
      const { extend, contact, list } = await openLists()
      await contact()
      expect([await extend('VIP', [ANN]), await extend('News', [ANN])]).toMatchObject([{ added: 1 }, { added: 1 }])
      expect((await list()).results).toMatchObject([{ size: 1 }, { size: 1 }])
    })

    test('adds only contacts of its account', async () => {
      const { extend, contact, neighbour } = await openLists()
      await contact()
      const other = (await neighbour()).id
      expect(await extend('VIP', [ANN], other)).toEqual({ added: 0, unknown: [ANN] })
    })

    test('adds 10,000 contacts in one call', async () => {
      const { extend, contacts, list } = await openLists()
      const phones = Array.from({ length: 10_000 }, (_, n) => phoneOf(n))
      await contacts(...phones.slice(1).map((phone) => ({ phone })))
      expect(await extend('VIP', phones)).toEqual({ added: 9_999, unknown: [phones[0]] })
      expect((await list()).results).toMatchObject([{ size: 9_999 }])
    })

    test('counts each contact once when concurrent calls add the same contacts in different orders', async () => {
      const { extend, contacts, list } = await openLists()
      const phones = Array.from({ length: 200 }, (_, n) => phoneOf(n))
      await contacts(...phones.map((phone) => ({ phone })))
      const shares = [phones.slice(0, 150), phones.slice(50).toReversed(), phones, phones.toReversed()]
      const done = await Promise.all(shares.map((some) => extend('VIP', some)))
      expect(done.reduce((sum, { added }) => sum + added, 0)).toBe(200)
      expect((await list()).results).toMatchObject([{ size: 200 }])
    })

    test('is rolled back with its unit of work', async () => {
      const { run, account, contact, put, extend, list } = await openLists()
      await contact()
      const { id } = await put({ name: 'VIP' })
      await expectRolledBack(run, ({ contactLists }) => contactLists.addMembers(account.id, id, [ANN]))
      expect((await list()).results).toMatchObject([{ size: 0 }])
      expect(await extend('VIP', [ANN])).toEqual({ added: 1, unknown: [] })
    })
  })
}
