import { describe, expect, test } from '@jest/globals'
import type { ContactFact, PhoneNumber } from '@carillon/core'
import { ANN, BOB, aContact, aFullContact, after, phoneOf } from '../fixtures/builders.js'
import { houseOf, type House, type OpenTestAdapters } from '../fixtures/house.js'
import { describeContactList } from './contact-list.contract.js'

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
      const ann = await house.contact()
      expect((await house.run(({ contacts }) => contacts.add([]))).size).toBe(0)
      expect(await house.run(({ contacts }) => contacts.after(house.account.id, null, 10))).toEqual([ann])
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
      const query = { page: 1, limit: 20, group: null, phonePrefix: null, name: 'changed' }
      const { totalCount } = await house.run(({ contacts }) => contacts.list(house.account.id, query))
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

    test('findAll answers those that are there by their numbers, each account its own', async () => {
      const house = await openHouse()
      const neighbour = await house.neighbour()
      const [ann, bob] = await house.contacts(aFullContact({ account: house.account.id }), { phone: BOB })
      await house.run(({ contacts }) => contacts.add([aContact({ account: neighbour.id, phone: phoneOf(7) })]))
      const found = await house.run(({ contacts }) => contacts.findAll(house.account.id, [BOB, phoneOf(7), ANN]))
      expect(found).toEqual(
        new Map([
          [ANN, ann],
          [BOB, bob],
        ]),
      )
      expect(await house.run(({ contacts }) => contacts.findAll(house.account.id, []))).toEqual(new Map())
    })

    test('facts answers of those that are there what is asked for, and nothing else', async () => {
      const house = await openHouse()
      const neighbour = await house.neighbour()
      const full = aFullContact({ account: house.account.id })
      await house.contacts(full, { phone: BOB })
      await house.run(({ contacts }) => contacts.add([aContact({ account: neighbour.id, phone: phoneOf(7) })]))
      const facts = (...asked: readonly ContactFact[]) =>
        house.run(({ contacts }) => contacts.facts(house.account.id, [BOB, phoneOf(7), ANN], new Set(asked)))
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
      expect(await facts()).toEqual(expected({}, {}))
      expect(await house.run(({ contacts }) => contacts.facts(house.account.id, [], new Set(all)))).toEqual(new Map())
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
      const patch = (letter: string, phones: readonly PhoneNumber[]) =>
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
      const bare = aContact({ id, account, phone, createdAt, tz: null })
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
      const kept = await house.contacts({ firstName: 'Ann' }, { phone: BOB })
      await house.run(({ contacts }) => contacts.save([]))
      expect(await house.run(({ contacts }) => contacts.after(house.account.id, null, 10))).toEqual(kept)
    })
  })

  describeContactList(openHouse)
}

function find({ run, account }: House, phone: PhoneNumber) {
  return run(({ contacts }) => contacts.find(account.id, phone))
}
