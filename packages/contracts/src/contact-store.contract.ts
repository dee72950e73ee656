import { describe, expect, test } from '@jest/globals'
import type { ContactQuery } from '@carillon/core'
import { ANN, BOB, CAT, aContact, aFullContact, after, ids, phoneOf } from './builders.js'
import { houseOf, type House } from './house.js'
import type { OpenTestAdapters } from './test-adapters.js'

export function describeContactStore(open: OpenTestAdapters) {
  const openHouse = async () => houseOf(await open())

  describe('contacts: add', () => {
    test('keeps every field as it is', async () => {
      const house = await openHouse()
      const contact = await house.contact(aFullContact({ account: house.account.id }))
      expect(await find(house, ANN)).toEqual(contact)
    })

    test('keeps absent fields absent', async () => {
      const house = await openHouse()
      const contact = await house.contact()
      expect(Object.keys((await find(house, ANN))!).sort()).toEqual(Object.keys(contact).sort())
    })

    test('adds those whose number is free, and answers the numbers that another contact has', async () => {
      const house = await openHouse()
      const ann = await house.contact({ firstName: 'Ann' })
      const [other, bob] = [ANN, BOB].map((phone) => aContact({ account: house.account.id, phone, firstName: 'New' }))
      const taken = await house.run(({ contacts }) => contacts.add([other!, bob!]))
      expect([...taken]).toEqual([ANN])
      expect(await find(house, ANN)).toEqual(ann)
      expect(await find(house, BOB)).toEqual(bob)
    })

    test('counts a contact as added that was added before under the same id', async () => {
      const house = await openHouse()
      const ann = await house.contact()
      expect((await house.run(({ contacts }) => contacts.add([ann]))).size).toBe(0)
      expect(await house.run(({ contacts }) => contacts.after(house.account.id, null, 10))).toEqual([ann])
    })

    test('two that add one number at once: one is kept, the other is told', async () => {
      const house = await openHouse()
      const add = (firstName: string) => {
        const contact = aContact({ account: house.account.id, firstName })
        return house.run(({ contacts }) => contacts.add([contact]))
      }
      const answers = await Promise.all(['Ann', 'Anna', 'Anne', 'Annie'].map(add))
      expect(answers.filter((taken) => taken.size === 0)).toHaveLength(1)
      expect(answers.filter((taken) => taken.has(ANN))).toHaveLength(3)
      expect(await house.run(({ contacts }) => contacts.after(house.account.id, null, 10))).toHaveLength(1)
    })

    test('two that add the same numbers at once, one from the other end: each number is kept once', async () => {
      const house = await openHouse()
      const phones = Array.from({ length: 20 }, (_, n) => phoneOf(n))
      const add = (order: typeof phones) => {
        const built = order.map((phone) => aContact({ account: house.account.id, phone }))
        return house.run(({ contacts }) => contacts.add(built))
      }
      const answers = await Promise.all([add(phones), add(phones.toReversed())])
      expect(answers.flatMap((taken) => [...taken])).toHaveLength(20)
      const kept = await house.run(({ contacts }) => contacts.after(house.account.id, null, 100))
      expect(kept.map(({ phone }) => phone).sort()).toEqual(phones)
    })

    test('of nobody changes nothing', async () => {
      const house = await openHouse()
      expect((await house.run(({ contacts }) => contacts.add([]))).size).toBe(0)
    })

    test('5,000 at once', async () => {
      const house = await openHouse()
      const many = Array.from({ length: 5_000 }, (_, n) =>
        aFullContact({ account: house.account.id, phone: phoneOf(n), firstName: `Contact ${n}` }),
      )
      expect((await house.run(({ contacts }) => contacts.add(many))).size).toBe(0)
      const saved = many.map((contact) => ({ ...contact, lastName: 'Changed' }))
      await house.run(async ({ contacts }) => {
        const locked = await contacts.lock(
          house.account.id,
          many.map(({ phone }) => phone),
        )
        expect(locked.size).toBe(5_000)
        await contacts.save(saved)
      })
      const { totalCount } = await list(house, { name: 'changed' })
      expect(totalCount).toBe(5_000)
      expect(await find(house, phoneOf(4_999))).toEqual(saved[4_999])
    })
  })

  describe('contacts: find and lock', () => {
    test('know nobody who was never added', async () => {
      const house = await openHouse()
      await house.contact()
      expect(await find(house, BOB)).toBeNull()
      const locked = await house.run(({ contacts }) => contacts.lock(house.account.id, [BOB, ANN]))
      expect([...locked.keys()]).toEqual([ANN])
    })

    test('keep accounts apart: each may have a contact with the same number', async () => {
      const house = await openHouse()
      const neighbour = await house.neighbour()
      const ours = await house.contact({ firstName: 'Ours' })
      const theirs = aContact({ account: neighbour.id, firstName: 'Theirs' })
      expect((await house.run(({ contacts }) => contacts.add([theirs]))).size).toBe(0)
      expect(await find(house, ANN)).toEqual(ours)
      expect(await house.run(({ contacts }) => contacts.find(neighbour.id, ANN))).toEqual(theirs)
      await house.run(({ contacts }) => contacts.save([{ ...theirs, firstName: 'Changed' }]))
      expect(await find(house, ANN)).toEqual(ours)
    })

    test('lock answers the contacts by their numbers', async () => {
      const house = await openHouse()
      const [ann, bob] = await house.contacts({}, { phone: BOB })
      const locked = await house.run(({ contacts }) => contacts.lock(house.account.id, [ANN, BOB]))
      expect(locked).toEqual(
        new Map([
          [ANN, ann],
          [BOB, bob],
        ]),
      )
    })

    test('lock makes patches of one contact follow each other', async () => {
      const house = await openHouse()
      await house.contact()
      const patch = (letter: string) =>
        house.run(async ({ contacts }) => {
          const contact = (await contacts.lock(house.account.id, [ANN])).get(ANN)!
          await contacts.save([{ ...contact, firstName: (contact.firstName ?? '') + letter }])
        })
      await Promise.all([...'abcdefgh'].map(patch))
      expect([...(await find(house, ANN))!.firstName!].sort().join('')).toBe('abcdefgh')
    })

    test('two that lock the same contacts, one from the other end, both come through', async () => {
      const house = await openHouse()
      await house.contacts({}, { phone: BOB })
      const patch = (letter: string, phones: readonly (typeof ANN)[]) =>
        house.run(async ({ contacts }) => {
          const locked = [...(await contacts.lock(house.account.id, phones)).values()]
          await contacts.save(locked.map((contact) => ({ ...contact, firstName: (contact.firstName ?? '') + letter })))
        })
      await Promise.all([...'abcd'].map((letter, i) => patch(letter, i % 2 === 0 ? [ANN, BOB] : [BOB, ANN])))
      expect((await find(house, ANN))!.firstName).toHaveLength(4)
      expect((await find(house, BOB))!.firstName).toHaveLength(4)
    })
  })

  describe('contacts: save', () => {
    test('changes every field, and clears those that are absent', async () => {
      const house = await openHouse()
      const full = await house.contact(aFullContact({ account: house.account.id }))
      const { id, account, phone, createdAt } = full
      const bare = aContact({ id, account, phone, createdAt })
      await house.run(({ contacts }) => contacts.save([bare]))
      expect(await find(house, ANN)).toEqual(bare)
      await house.run(({ contacts }) => contacts.save([full]))
      expect(await find(house, ANN)).toEqual(full)
    })

    test('changes neither number nor creation', async () => {
      const house = await openHouse()
      const contact = await house.contact()
      await house.run(({ contacts }) => contacts.save([{ ...contact, createdAt: after(60) }]))
      expect(await find(house, ANN)).toEqual(contact)
      await house.run(({ contacts }) => contacts.save([{ ...contact, phone: BOB }]))
      expect(await find(house, ANN)).toEqual(contact)
      expect(await find(house, BOB)).toBeNull()
    })

    test('of nobody changes nothing', async () => {
      const house = await openHouse()
      await expect(house.run(({ contacts }) => contacts.save([]))).resolves.toBeUndefined()
    })
  })

  describe('contacts: list', () => {
    test('shows the newest first, then by id downward', async () => {
      const house = await openHouse()
      const [a, b, c, d] = await house.contacts(
        { phone: phoneOf(1), createdAt: after(1) },
        { phone: phoneOf(2), createdAt: after(3) },
        { phone: phoneOf(3), createdAt: after(1) },
        { phone: phoneOf(4), createdAt: after(2) },
      )
      expect((await list(house)).results).toEqual([b, d, c, a])
    })

    test('shows pages, with the count of all', async () => {
      const house = await openHouse()
      const all = await house.contacts(...[1, 2, 3, 4, 5].map((n) => ({ phone: phoneOf(n), createdAt: after(-n) })))
      expect(await list(house, { page: 2, limit: 2 })).toEqual({
        page: 2,
        limit: 2,
        totalCount: 5,
        results: [all[2], all[3]],
      })
      expect(await list(house, { page: 3, limit: 2 })).toMatchObject({ totalCount: 5, results: [all[4]] })
      expect(await list(house, { page: 9, limit: 2 })).toEqual({ page: 9, limit: 2, totalCount: 5, results: [] })
    })

    test('of an account without contacts is empty', async () => {
      const house = await openHouse()
      expect(await list(house)).toEqual({ page: 1, limit: 20, totalCount: 0, results: [] })
    })

    test('shows nothing of another account', async () => {
      const house = await openHouse()
      await house.contact()
      const neighbour = await house.neighbour()
      const page = await house.run(({ contacts }) => contacts.list(neighbour.id, { ...EVERYBODY }))
      expect(page.totalCount).toBe(0)
    })

    test('of a group shows its active members', async () => {
      const house = await openHouse()
      const [ann, bob, cat] = await house.contacts({}, { phone: BOB }, { phone: CAT })
      const [vip, news] = [await house.group(), await house.group()]
      await house.member(ann!, vip)
      await house.member(ann!, news)
      await house.member(bob!, news)
      await house.member(cat!, vip, { state: 'pending' })
      expect(await list(house, { group: vip.id })).toMatchObject({ totalCount: 1, results: [{ phone: ANN }] })
      expect(await list(house, { group: news.id })).toMatchObject({ totalCount: 2 })
      expect(await list(house, { group: ids.next('grp') })).toMatchObject({ totalCount: 0, results: [] })
    })

    test('of a group does not show those who have left it', async () => {
      const house = await openHouse()
      const [contact, group] = [await house.contact(), await house.group()]
      await house.member(contact, group, { state: 'removed' })
      expect((await list(house, { group: group.id })).totalCount).toBe(0)
    })

    test('finds by what the number begins with', async () => {
      const house = await openHouse()
      await house.contacts({ phone: phoneOf(11) }, { phone: phoneOf(12) }, { phone: phoneOf(21) })
      expect((await list(house, { phonePrefix: '+12025550' })).totalCount).toBe(3)
      expect((await list(house, { phonePrefix: '+120255500' })).totalCount).toBe(3)
      expect((await list(house, { phonePrefix: '+1202555001' })).totalCount).toBe(2)
      expect((await list(house, { phonePrefix: phoneOf(21) })).totalCount).toBe(1)
      expect((await list(house, { phonePrefix: '2025550' })).totalCount).toBe(0)
      expect((await list(house, { phonePrefix: '+%' })).totalCount).toBe(0)
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
    ])('finds by part of first and last name, in any case: %s', async (name, phones) => {
      const house = await openHouse()
      await house.contacts(
        { firstName: 'Ann', lastName: 'Lee' },
        { phone: BOB, firstName: 'Åsa', lastName: 'Lee' },
        { phone: CAT, firstName: '100%_\\' },
      )
      expect((await list(house, { name })).results.map(({ phone }) => phone).sort()).toEqual(phones)
    })

    test('finds by the name that was saved last', async () => {
      const house = await openHouse()
      const contact = await house.contact({ firstName: 'Ann' })
      await house.run(({ contacts }) => contacts.save([{ ...contact, firstName: 'Joan' }]))
      expect((await list(house, { name: 'joan' })).totalCount).toBe(1)
      await house.run(({ contacts }) => contacts.save([{ ...contact, firstName: 'Zoe' }]))
      expect((await list(house, { name: 'joan' })).totalCount).toBe(0)
    })

    test('shows those that pass every filter', async () => {
      const house = await openHouse()
      const [ann, bob] = await house.contacts({ firstName: 'Ann' }, { phone: BOB, firstName: 'Ann' })
      const group = await house.group()
      await house.member(ann!, group)
      await house.member(bob!, group)
      const page = await list(house, { group: group.id, phonePrefix: BOB, name: 'ann' })
      expect(page.results).toEqual([bob])
    })
  })

  describe('contacts: after', () => {
    test('reads the whole book in steps, by id', async () => {
      const house = await openHouse()
      const all = await house.contacts(...[5, 3, 1, 4, 2].map((n) => ({ phone: phoneOf(n), createdAt: after(n) })))
      const step = (id: (typeof all)[0]['id'] | null) =>
        house.run(({ contacts }) => contacts.after(house.account.id, id, 2))
      expect(await step(null)).toEqual([all[0], all[1]])
      expect(await step(all[1]!.id)).toEqual([all[2], all[3]])
      expect(await step(all[3]!.id)).toEqual([all[4]])
      expect(await step(all[4]!.id)).toEqual([])
    })

    test('reads nothing of another account', async () => {
      const house = await openHouse()
      await house.contact()
      const neighbour = await house.neighbour()
      expect(await house.run(({ contacts }) => contacts.after(neighbour.id, null, 10))).toEqual([])
    })
  })
}

const EVERYBODY: ContactQuery = { page: 1, limit: 20, group: null, phonePrefix: null, name: null }

function list({ run, account }: House, query: Partial<ContactQuery> = {}) {
  return run(({ contacts }) => contacts.list(account.id, { ...EVERYBODY, ...query }))
}

function find({ run, account }: House, phone: typeof ANN) {
  return run(({ contacts }) => contacts.find(account.id, phone))
}
