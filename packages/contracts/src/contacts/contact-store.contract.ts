import { describe, expect, test } from '@jest/globals'
import type { ContactFact, PhoneNumber } from '@carillon/core'
import { accountFixture, type AccountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { ANN, BOB, aContact, aFullContact, after, phoneOf } from '../fixtures/builders.js'
import { describeContactList } from './contact-list.contract.js'

export function describeContactStore(open: OpenTestAdapters) {
  const openFixture = async () => accountFixture(await open())

  describe('contacts: add', () => {
    test('keeps every field', async () => {
      const fixture = await openFixture()
      const contact = await fixture.contact(aFullContact({ account: fixture.account.id }))
      expect(await find(fixture, ANN)).toEqual(contact)
    })

    test('keeps absent fields absent', async () => {
      const fixture = await openFixture()
      const contact = await fixture.contact()
      expect(Object.keys((await find(fixture, ANN))!).sort()).toEqual(Object.keys(contact).sort())
    })

    test('adds contacts whose numbers are free, and returns the numbers that are taken', async () => {
      const fixture = await openFixture()
      const ann = await fixture.contact({ firstName: 'Ann' })
      const [other, bob] = [ANN, BOB].map((phone) => aContact({ account: fixture.account.id, phone, firstName: 'New' }))
      const taken = await fixture.run(({ contacts }) => contacts.add([other!, bob!]))
      expect([...taken]).toEqual([ANN])
      expect(await find(fixture, ANN)).toEqual(ann)
      expect(await find(fixture, BOB)).toEqual(bob)
    })

    test('counts a contact as added if it was added earlier with the same id', async () => {
      const fixture = await openFixture()
      const ann = await fixture.contact()
      expect((await fixture.run(({ contacts }) => contacts.add([ann]))).size).toBe(0)
      expect(await fixture.run(({ contacts }) => contacts.after(fixture.account.id, null, 10))).toEqual([ann])
    })

    test('stores one contact for concurrent calls with one number; the other calls return the number', async () => {
      const fixture = await openFixture()
      const add = (firstName: string) => {
        const contact = aContact({ account: fixture.account.id, firstName })
        return fixture.run(({ contacts }) => contacts.add([contact]))
      }
      const results = await Promise.all(['Ann', 'Anna', 'Anne', 'Annie'].map(add))
      expect(results.filter((taken) => taken.size === 0)).toHaveLength(1)
      expect(results.filter((taken) => taken.has(ANN))).toHaveLength(3)
      expect(await fixture.run(({ contacts }) => contacts.after(fixture.account.id, null, 10))).toHaveLength(1)
    })

    test('stores each number once when called concurrently with the same numbers in opposite orders', async () => {
      const fixture = await openFixture()
      const phones = Array.from({ length: 20 }, (_, n) => phoneOf(n))
      const add = (order: typeof phones) => {
        const built = order.map((phone) => aContact({ account: fixture.account.id, phone }))
        return fixture.run(({ contacts }) => contacts.add(built))
      }
      const results = await Promise.all([add(phones), add(phones.toReversed())])
      expect(results.flatMap((taken) => [...taken])).toHaveLength(20)
      const kept = await fixture.run(({ contacts }) => contacts.after(fixture.account.id, null, 100))
      expect(kept.map(({ phone }) => phone).sort()).toEqual(phones)
    })

    test('changes nothing if the list of contacts is empty', async () => {
      const fixture = await openFixture()
      const ann = await fixture.contact()
      expect((await fixture.run(({ contacts }) => contacts.add([]))).size).toBe(0)
      expect(await fixture.run(({ contacts }) => contacts.after(fixture.account.id, null, 10))).toEqual([ann])
    })

    test('accepts 5,000 contacts in one call, as `lock` and `save` do', async () => {
      const fixture = await openFixture()
      const many = Array.from({ length: 5_000 }, (_, n) =>
        aFullContact({ account: fixture.account.id, phone: phoneOf(n), firstName: `Contact ${n}` }),
      )
      expect((await fixture.run(({ contacts }) => contacts.add(many))).size).toBe(0)
      const saved = many.map((contact) => ({ ...contact, lastName: 'Changed' }))
      await fixture.run(async ({ contacts }) => {
        const locked = await contacts.lock(
          fixture.account.id,
          many.map(({ phone }) => phone),
        )
        expect(locked.size).toBe(5_000)
        await contacts.save(saved)
      })
      const query = { page: 1, limit: 20, group: null, phonePrefix: null, name: 'changed' }
      const { totalCount } = await fixture.run(({ contacts }) => contacts.list(fixture.account.id, query))
      expect(totalCount).toBe(5_000)
      expect(await find(fixture, phoneOf(4_999))).toEqual(saved[4_999])
    })
  })

  describe('contacts: find and lock', () => {
    test('return nothing for unknown numbers', async () => {
      const fixture = await openFixture()
      await fixture.contact()
      expect(await find(fixture, BOB)).toBeNull()
      const locked = await fixture.run(({ contacts }) => contacts.lock(fixture.account.id, [BOB, ANN]))
      expect([...locked.keys()]).toEqual([ANN])
    })

    test('are per account: several accounts may have a contact with the same number', async () => {
      const fixture = await openFixture()
      const neighbour = await fixture.neighbour()
      const ours = await fixture.contact({ firstName: 'Ours' })
      const theirs = aContact({ account: neighbour.id, firstName: 'Theirs' })
      expect((await fixture.run(({ contacts }) => contacts.add([theirs]))).size).toBe(0)
      expect(await find(fixture, ANN)).toEqual(ours)
      expect(await fixture.run(({ contacts }) => contacts.find(neighbour.id, ANN))).toEqual(theirs)
      await fixture.run(({ contacts }) => contacts.save([{ ...theirs, firstName: 'Changed' }]))
      expect(await find(fixture, ANN)).toEqual(ours)
    })

    test('`findAll` returns the existing contacts by number, within the account', async () => {
      const fixture = await openFixture()
      const neighbour = await fixture.neighbour()
      const [ann, bob] = await fixture.contacts(aFullContact({ account: fixture.account.id }), { phone: BOB })
      await fixture.run(({ contacts }) => contacts.add([aContact({ account: neighbour.id, phone: phoneOf(7) })]))
      const found = await fixture.run(({ contacts }) => contacts.findAll(fixture.account.id, [BOB, phoneOf(7), ANN]))
      expect(found).toEqual(
        new Map([
          [ANN, ann],
          [BOB, bob],
        ]),
      )
      expect(await fixture.run(({ contacts }) => contacts.findAll(fixture.account.id, []))).toEqual(new Map())
    })

    test('`facts` returns only the requested facts of the existing contacts', async () => {
      const fixture = await openFixture()
      const neighbour = await fixture.neighbour()
      const full = aFullContact({ account: fixture.account.id })
      await fixture.contacts(full, { phone: BOB })
      await fixture.run(({ contacts }) => contacts.add([aContact({ account: neighbour.id, phone: phoneOf(7) })]))
      const facts = (...requested: readonly ContactFact[]) =>
        fixture.run(({ contacts }) => contacts.facts(fixture.account.id, [BOB, phoneOf(7), ANN], new Set(requested)))
      const { firstName, lastName, email, birthDate, gender, address, customValues } = full
      const said = { firstName, lastName, email, birthDate, gender, address: { postalCode: address!.postalCode } }
      const all = [...(Object.keys(said) as ContactFact[]), 'customValues'] as const
      const expected = (ann: object, bob: object) =>
        new Map([
          [ANN, { phone: ANN, ...ann }],
          [BOB, { phone: BOB, ...bob }],
        ])
      expect(await facts(...all)).toEqual(expected({ ...said, customValues }, { customValues: {} }))
      expect(await facts('lastName', 'address')).toEqual(expected({ lastName, address: said.address }, {}))
      expect(await facts('tz')).toEqual(expected({ tz: full.tz }, { tz: 'America/New_York' }))
      expect(await facts()).toEqual(expected({}, {}))
      expect(await fixture.run(({ contacts }) => contacts.facts(fixture.account.id, [], new Set(all)))).toEqual(
        new Map(),
      )
    })

    test('`lock` returns the contacts by number', async () => {
      const fixture = await openFixture()
      const [ann, bob] = await fixture.contacts({}, { phone: BOB })
      const locked = await fixture.run(({ contacts }) => contacts.lock(fixture.account.id, [ANN, BOB]))
      expect(locked).toEqual(
        new Map([
          [ANN, ann],
          [BOB, bob],
        ]),
      )
    })

    test('`lock` makes concurrent patches of a contact run one after the other', async () => {
      const fixture = await openFixture()
      await fixture.contact()
      const patch = (letter: string) =>
        fixture.run(async ({ contacts }) => {
          const contact = (await contacts.lock(fixture.account.id, [ANN])).get(ANN)!
          await contacts.save([{ ...contact, firstName: (contact.firstName ?? '') + letter }])
        })
      await Promise.all([...'abcdefgh'].map(patch))
      expect([...(await find(fixture, ANN))!.firstName!].sort().join('')).toBe('abcdefgh')
    })

    test('`lock` succeeds for concurrent callers with the same contacts in opposite orders', async () => {
      const fixture = await openFixture()
      await fixture.contacts({}, { phone: BOB })
      const patch = (letter: string, phones: readonly PhoneNumber[]) =>
        fixture.run(async ({ contacts }) => {
          const locked = [...(await contacts.lock(fixture.account.id, phones)).values()]
          await contacts.save(locked.map((contact) => ({ ...contact, firstName: (contact.firstName ?? '') + letter })))
        })
      await Promise.all([...'abcd'].map((letter, i) => patch(letter, i % 2 === 0 ? [ANN, BOB] : [BOB, ANN])))
      expect((await find(fixture, ANN))!.firstName).toHaveLength(4)
      expect((await find(fixture, BOB))!.firstName).toHaveLength(4)
    })
  })

  describe('contacts: save', () => {
    test('changes every field, and clears absent fields', async () => {
      const fixture = await openFixture()
      const full = await fixture.contact(aFullContact({ account: fixture.account.id }))
      const { id, account, phone, createdAt } = full
      const bare = aContact({ id, account, phone, createdAt, tz: null })
      await fixture.run(({ contacts }) => contacts.save([bare]))
      expect(await find(fixture, ANN)).toEqual(bare)
      await fixture.run(({ contacts }) => contacts.save([full]))
      expect(await find(fixture, ANN)).toEqual(full)
    })

    test('does not change the number or the creation time', async () => {
      const fixture = await openFixture()
      const contact = await fixture.contact()
      await fixture.run(({ contacts }) => contacts.save([{ ...contact, createdAt: after(60) }]))
      expect(await find(fixture, ANN)).toEqual(contact)
      await fixture.run(({ contacts }) => contacts.save([{ ...contact, phone: BOB }]))
      expect(await find(fixture, ANN)).toEqual(contact)
      expect(await find(fixture, BOB)).toBeNull()
    })

    test('changes nothing if the list of contacts is empty', async () => {
      const fixture = await openFixture()
      const kept = await fixture.contacts({ firstName: 'Ann' }, { phone: BOB })
      await fixture.run(({ contacts }) => contacts.save([]))
      expect(await fixture.run(({ contacts }) => contacts.after(fixture.account.id, null, 10))).toEqual(kept)
    })
  })

  describeContactList(openFixture)
}

function find({ run, account }: AccountFixture, phone: PhoneNumber) {
  return run(({ contacts }) => contacts.find(account.id, phone))
}
