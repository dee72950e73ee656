import {
  searchTextOf,
  type Contact,
  type ContactFilter,
  type ContactStep,
  type FoundContacts,
  type PhoneNumber,
} from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { aContact, ANN, BOB, CAT, phoneOf } from '../fixtures/builders.js'

const ALL: ContactFilter = { text: null, group: null, consent: null, tz: null, field: null }
const FIELD = 'contact_custom_field_1'

export function describeContactSearch(open: OpenTestAdapters) {
  async function openSearch() {
    const fixture = await accountFixture(await open())
    const { run, account } = fixture
    const step = (filter: Partial<ContactFilter> = {}, step: Partial<ContactStep> = {}, of = account) =>
      run(({ contactSearch }) =>
        contactSearch.step(of.id, { ...ALL, ...filter }, { order: 'newest', after: null, limit: 100, ...step }),
      )
    const find = async (filter: Partial<ContactFilter> = {}) => {
      const { contacts, next, total } = await step(filter)
      expect([total, next]).toEqual([{ count: contacts.length, isExact: true }, null])
      return contacts.map(({ phone }) => phone)
    }
    return { ...fixture, step, find, search: (text: string) => find({ text: searchTextOf(text) }) }
  }

  describe('search for contacts', () => {
    test.each([
      ['the beginning of a first name', 'jos', [ANN]],
      ['a whole last name, in any case', 'GARCÍA', [ANN]],
      ['a name without its accents', 'garcia', [ANN]],
      ['a later word of a name', 'maria', [ANN]],
      ['the same word in another order', 'garcia jose', [ANN]],
      ['words that no contact has together', 'garcia bob', []],
      ['the end of a word', 'arcia', []],
      ['an email address', 'bob.lee+news@example.com', [BOB]],
      ['the domain of email addresses', 'example', [BOB, ANN]],
      ['a value of a custom field', 'platinum', [BOB]],
      ['a number in a custom field', '4711', [CAT]],
      ['a street', 'harbour', [CAT]],
      ['a city and its postal code', 'porto 4000', [CAT]],
      ['a birth date', '1984-02-29', [CAT]],
      ['the beginning of a birth date', '1984-02', [CAT]],
      ['a script without cases', '山田', [CAT]],
      ['the beginning of all names, and nothing else of the text', 'b', [BOB]],
      ['nothing but punctuation', '?!', []],
      ['text with the syntax of queries', `' & | ! : * \\ "`, []],
    ])('finds %s', async (_, text, expected) => {
      const { contacts, search } = await openSearch()
      await contacts(
        { phone: ANN, firstName: 'José-María', lastName: 'García', email: 'jose@EXAMPLE.com' },
        {
          phone: BOB,
          firstName: 'Bob',
          email: 'bob.lee+news@example.com',
          customValues: { [FIELD]: ['Platinum plan', 'x'] },
        },
        {
          phone: CAT,
          firstName: '山田太郎',
          birthDate: '1984-02-29',
          address: { street: '1 Harbour Way', city: 'Porto', postalCode: '4000-123' },
          customValues: { [FIELD]: 4711 },
        },
      )
      expect(await search(text)).toEqual(expected)
    })

    test.each([
      ['+14155550123', true],
      ['+1 (415) 555-0123', true],
      ['415.555.0123', true],
      ['0123', true],
      ['555 01', true],
      ['55', true],
      ['3', true],
      ['1415', true],
      ['5550124', false],
      // The number has every three digits of this one.
      ['4150123', false],
      ['14155550123123', false],
      ['1234567890123456789', false],
    ])('finds part of a number, however it is written: %s', async (text, isFound) => {
      const { contacts, search } = await openSearch()
      await contacts({ phone: '+14155550123' as PhoneNumber }, { phone: '+442079460999' as PhoneNumber })
      expect(await search(text)).toEqual(isFound ? ['+14155550123'] : [])
    })

    test('finds a number that is written with the 0 of its country, and digits beside words', async () => {
      const { contacts, search } = await openSearch()
      await contacts({ phone: '+442079460999' as PhoneNumber, firstName: 'Ann' }, { phone: ANN, firstName: 'Ann' })
      expect(await search('020 7946 0999')).toEqual(['+442079460999'])
      expect(await search('ann 0999')).toEqual(['+442079460999'])
      expect(await search('bob 0999')).toEqual([])
    })

    test('finds what a contact has now', async () => {
      const { contact, search, run } = await openSearch()
      const ann = await contact({ firstName: 'Ann', email: 'ann@example.com' })
      await run(({ contacts }) => contacts.save([{ ...ann, firstName: 'Zoe' }]))
      expect(await search('ann')).toEqual([ANN])
      expect(await search('zoe')).toEqual([ANN])
      await run(({ contacts }) => contacts.save([{ ...ann, firstName: 'Zoe', email: 'zoe@example.com' }]))
      expect(await search('ann')).toEqual([])
    })

    test('finds nothing of another account', async () => {
      const { contacts, neighbour, run, search, step } = await openSearch()
      await contacts({ phone: ANN, firstName: 'Ann' })
      const other = await neighbour()
      await run((stores) => stores.contacts.add([aContact({ account: other.id, phone: BOB, firstName: 'Ann' })]))
      expect(await search('ann')).toEqual([ANN])
      expect((await step({}, {}, other)).contacts.map(({ phone }) => phone)).toEqual([BOB])
    })

    test('filters by a value of a custom field, whole and in any case, or by any value', async () => {
      const { contacts, find } = await openSearch()
      await contacts(
        { phone: ANN, customValues: { [FIELD]: 'Gold plan' } },
        { phone: BOB, customValues: { [FIELD]: ['gold PLAN', 'Silver'], contact_custom_field_2: 'x' } },
        { phone: CAT, customValues: { contact_custom_field_2: 'Gold plan' } },
      )
      const withValue = (value: string | null) => find({ field: { key: FIELD, value } })
      expect(await withValue('GOLD plan')).toEqual([BOB, ANN])
      expect(await withValue('silver')).toEqual([BOB])
      expect(await withValue('gold')).toEqual([])
      expect(await withValue(null)).toEqual([BOB, ANN])
    })

    test('does not find the value of a field that was removed, and still finds everything else', async () => {
      const { contact, customField, find, run, account } = await openSearch()
      const field = await customField({ key: FIELD, label: 'Plan', type: 'TEXT' })
      await contact({ firstName: 'Ann', customValues: { [FIELD]: 'Gold' } })
      await run(({ customFields }) => customFields.remove(account.id, field.key))
      expect(await find({ text: searchTextOf('ann') })).toEqual([ANN])
      await run(({ contactSearch }) => contactSearch.index(account.id, 100))
      expect(await find({ text: searchTextOf('ann') })).toEqual([ANN])
      expect(await find({ text: searchTextOf('gold') })).toEqual([])
      expect(await find({ field: { key: FIELD, value: null } })).toEqual([])
      expect(await run(({ contactSearch }) => contactSearch.index(account.id, 100))).toBe(0)
    })

    test('filters by timezone and by group, in any combination', async () => {
      const { contacts, group, member, find } = await openSearch()
      const vip = await group()
      const zone = { tz: 'America/Denver' } as const
      const [ann, bob, cat] = (await contacts(
        { phone: ANN, firstName: 'Ann', ...zone },
        { phone: BOB, firstName: 'Ann' },
        { phone: CAT, firstName: 'Cat', ...zone },
      )) as [Contact, Contact, Contact]
      for (const one of [ann, bob, cat]) await member(one, vip, { state: one === cat ? 'pending' : 'active' })
      const text = searchTextOf('ann')
      expect(await find(zone)).toEqual([CAT, ANN])
      expect(await find({ group: vip.id })).toEqual([BOB, ANN])
      expect(await find({ ...zone, group: vip.id })).toEqual([ANN])
      expect(await find({ group: vip.id, text, consent: 'opted_in' })).toEqual([BOB, ANN])
      expect(await find({ group: vip.id, text, consent: 'opted_in', ...zone })).toEqual([ANN])
      expect(await find({ group: vip.id, consent: 'pending' })).toEqual([])
      expect(await find({ text: searchTextOf('c'), consent: 'pending' })).toEqual([CAT])
    })

    test('reads in steps, newest or oldest first, each contact once', async () => {
      const { contacts, step } = await openSearch()
      const phones = Array.from({ length: 7 }, (_, n) => phoneOf(n))
      await contacts(...phones.map((phone) => ({ phone, firstName: 'Ann' })))
      for (const text of [null, searchTextOf('ann')]) {
        for (const order of ['newest', 'oldest'] as const) {
          const found: string[] = []
          let after: ContactStep['after'] = null
          do {
            const { contacts, next, total }: FoundContacts = await step({ text }, { order, after, limit: 3 })
            expect(total).toEqual(after === null ? { count: 7, isExact: true } : null)
            found.push(...contacts.map(({ phone }) => phone))
            after = next
          } while (after !== null)
          expect(found).toEqual(order === 'oldest' ? phones : phones.toReversed())
        }
      }
    })
  })
}
