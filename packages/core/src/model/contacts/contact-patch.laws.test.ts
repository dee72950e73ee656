import { aContact, aCustomField, aFullContact } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { applyPatch, type ContactPatch } from './contact-patch.js'

const account = 'acc_1'
const FIELDS = [
  aCustomField({ account, label: 'Nickname' }),
  aCustomField({
    account,
    key: 'contact_custom_field_7',
    label: 'Colors',
    type: 'MULTI_SELECT',
    options: ['red', 'blue'],
  }),
]
/** The area code of the number belongs to Washington. */
const BLANK = aContact({ account, tz: 'America/New_York' })
const FULL = aFullContact({ account })

const patched = (patch: ContactPatch, contact = FULL) => applyPatch(contact, patch, FIELDS)

describe('for any patch', () => {
  const text = <T extends string>(...values: T[]) => fc.option(fc.constantFrom(...values, '' as const))
  const patch = fc.record(
    {
      firstName: text('Bo', 'Ann'),
      lastName: text('Ray'),
      email: text('bo@example.com'),
      birthDate: text('2000-01-01'),
      gender: text('MALE', 'OTHER'),
      address: fc.option(
        fc.record(
          { street: text('2 Side St'), city: text('Reno'), postalCode: text('89501', 'x'), country: text('us', 'CA') },
          { requiredKeys: [] },
        ),
      ),
      isFavorite: fc.option(fc.boolean()),
      customFields: fc.option(
        fc.record({ Nickname: text('Nan'), Colors: fc.option(fc.subarray(['red', 'blue'])) }, { requiredKeys: [] }),
      ),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<ContactPatch>
  const contact = fc.constantFrom(FULL, BLANK)

  test('applying it twice is the same as applying it once, and an empty patch changes nothing', () => {
    fc.assert(
      fc.property(contact, patch, (before, change) => {
        const once = patched(change, before)
        expect(patched(change, once)).toEqual(once)
        expect(patched({}, once)).toEqual(once)
      }),
    )
  })

  test('no field is null or empty afterwards, except an unknown timezone', () => {
    fc.assert(
      fc.property(contact, patch, (before, change) => {
        const { tz: _, ...after } = patched(change, before)
        const values = [
          ...Object.values(after),
          ...Object.values(after.address ?? {}),
          ...Object.values(after.customValues),
        ]
        expect(values.filter((value) => value === null || value === '' || value === undefined)).toEqual([])
        expect(after.address).not.toEqual({})
      }),
    )
  })

  test('fields that it does not contain are unchanged', () => {
    fc.assert(
      fc.property(contact, patch, (before, change) => {
        const after = patched(change, before)
        const names = ['firstName', 'lastName', 'email', 'birthDate', 'gender', 'address', 'isFavorite'] as const
        for (const name of names) if (!(name in change)) expect(after[name]).toEqual(before[name])
        if (!('customFields' in change)) expect(after.customValues).toEqual(before.customValues)
      }),
    )
  })
})
