import { describe, expect, test } from '@jest/globals'
import { DomainError } from '../../values/errors.js'
import { parseCountry } from '../../values/phone/country.js'
import { parsePhoneNumber } from '../../values/phone/phone-number.js'
import { ADDRESS_FIELD_RULES, applyPatch, CONTACT_FIELD_RULES, type ContactPatch } from './contact-patch.js'
import type { Contact } from './contact.js'
import { blankContact } from './contact.js'
import type { CustomField } from './custom-field.js'

/** Area code 202 is Washington, so a contact without an address has the timezone America/New_York. */
const PHONE = parsePhoneNumber('+12025550123')

const NICKNAME: CustomField = {
  account: 'acc_1',
  key: 'contact_custom_field_1',
  label: 'Nickname',
  type: 'TEXT',
  options: [],
  status: 'active',
}
const COLORS: CustomField = {
  ...NICKNAME,
  key: 'contact_custom_field_2',
  label: 'Colors',
  type: 'MULTI_SELECT',
  options: ['red', 'blue'],
}
const RETIRED: CustomField = { ...NICKNAME, key: 'contact_custom_field_3', label: 'Retired', status: 'disabled' }
const FIELDS = [NICKNAME, COLORS, RETIRED]

const BLANK: Contact = {
  ...blankContact({ id: 'con_1', account: 'acc_1', phone: PHONE, createdAt: new Date(0) }),
  tz: 'America/New_York',
}

const ANN: Contact = {
  ...BLANK,
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  birthDate: '1990-02-28',
  gender: 'FEMALE',
  address: { street: '1 Main St', city: 'Denver', state: 'CO', postalCode: '80202', country: parseCountry('US') },
  isFavorite: true,
  customValues: { contact_custom_field_1: 'Annie', contact_custom_field_2: ['red'], contact_custom_field_3: 'old' },
  tz: 'America/Denver',
}

const patched = (patch: ContactPatch, contact = ANN) => applyPatch(contact, patch, FIELDS)
const without = <T extends object>(value: T, name: keyof T): T => {
  const { [name]: _, ...rest } = value
  return rest as T
}

const TEXTS = {
  firstName: 'Bo',
  lastName: 'Ray',
  email: 'bo@example.com',
  birthDate: '2000-01-01',
  gender: 'OTHER',
} as const
const TEXT_NAMES = Object.keys(TEXTS) as (keyof typeof TEXTS)[]
const ADDRESS = { street: '2 Side St', city: 'Reno', state: 'NV', postalCode: '89501', country: 'US' }
const ADDRESS_NAMES = Object.keys(ADDRESS) as (keyof typeof ADDRESS)[]

describe('a patch of a contact', () => {
  test('leaves absent fields unchanged', () => {
    expect(patched({})).toEqual(ANN)
    expect(patched({}, BLANK)).toEqual(BLANK)
  })

  test.each(TEXT_NAMES)('sets a field that has a value, and no other: %s', (name) => {
    expect(patched({ [name]: TEXTS[name] })).toEqual({ ...ANN, [name]: TEXTS[name] })
    expect(patched({ [name]: TEXTS[name] }, BLANK)).toEqual({ ...BLANK, [name]: TEXTS[name] })
  })

  test.each(TEXT_NAMES)('clears a field that is null or empty: %s', (name) => {
    for (const nothing of [null, '']) {
      const cleared = patched({ [name]: nothing })
      expect(cleared).toEqual(without(ANN, name))
      expect(Object.hasOwn(cleared, name)).toBe(false)
      expect(patched({ [name]: nothing }, BLANK)).toEqual(BLANK)
    }
  })

  test('treats an undefined field as absent', () => {
    const undefinedOnes = { firstName: undefined, address: undefined, isFavorite: undefined, customFields: undefined }
    expect(patched(undefinedOnes as unknown as ContactPatch)).toEqual(ANN)
    expect(patched({ address: { city: undefined } } as unknown as ContactPatch)).toEqual(ANN)
  })

  test('makes isFavorite false when it is null', () => {
    expect(patched({ isFavorite: null }).isFavorite).toBe(false)
    expect(patched({ isFavorite: false }).isFavorite).toBe(false)
    expect(patched({ isFavorite: true }, BLANK).isFavorite).toBe(true)
  })

  test('does not modify the given contact', () => {
    const before = structuredClone(ANN)
    patched({ firstName: null, address: { city: 'Reno' }, customFields: { Nickname: null } })
    expect(ANN).toEqual(before)
  })

  test('cannot change the account, id, number, creation time or timezone', () => {
    const foreign = {
      id: 'con_2',
      account: 'acc_2',
      phone: '+12025550199',
      createdAt: new Date(1),
      tz: 'Pacific/Honolulu',
    }
    expect(patched(foreign as unknown as ContactPatch)).toEqual(ANN)
  })
})

describe('a patch of the address', () => {
  test.each(ADDRESS_NAMES)('changes a sub-field that is sent, and keeps the others: %s', (name) => {
    const { address } = patched({ address: { [name]: ADDRESS[name] } })
    expect(address).toEqual({ ...ANN.address, [name]: ADDRESS[name] })
  })

  test.each(ADDRESS_NAMES)('clears a sub-field that is null or empty: %s', (name) => {
    for (const nothing of [null, '']) {
      expect(patched({ address: { [name]: nothing } }).address).toEqual(without(ANN.address!, name))
    }
  })

  test('that is null clears the whole address', () => {
    expect(Object.hasOwn(patched({ address: null }), 'address')).toBe(false)
  })

  test('that is empty changes nothing', () => {
    expect(patched({ address: {} })).toEqual(ANN)
    expect(patched({ address: {} }, BLANK)).toEqual(BLANK)
  })

  test('that clears every sub-field clears the address', () => {
    const nothing = { street: null, city: '', state: null, postalCode: '', country: null }
    expect(Object.hasOwn(patched({ address: nothing }), 'address')).toBe(false)
    expect(Object.hasOwn(patched({ address: nothing }, BLANK), 'address')).toBe(false)
  })

  test('creates an address if there was none', () => {
    expect(patched({ address: { city: 'Reno', street: '' } }, BLANK).address).toEqual({ city: 'Reno' })
  })

  test.each(['us', 'Us', 'uS', 'US'])('stores the country in upper case: %s', (country) => {
    expect(patched({ address: { country } }).address?.country).toBe('US')
  })
})

describe('a patch of the custom fields', () => {
  test('changes only the labels that are present', () => {
    expect(patched({ customFields: {} })).toEqual(ANN)
    expect(patched({ customFields: { ' nickname': 'Nan' } }).customValues).toEqual({
      ...ANN.customValues,
      contact_custom_field_1: 'Nan',
    })
  })

  test.each([null, ''])('clears a label that is set to %j', (nothing) => {
    const { customValues } = patched({ customFields: { Nickname: nothing } })
    expect(customValues).toEqual(without(ANN.customValues, 'contact_custom_field_1'))
  })

  test('replaces all options with the options that are sent', () => {
    const { customValues } = patched({ customFields: { Colors: ['blue'] } })
    expect(customValues.contact_custom_field_2).toEqual(['blue'])
    expect(patched({ customFields: { Colors: [] } }).customValues).toEqual(
      without(ANN.customValues, 'contact_custom_field_2'),
    )
  })

  test('keeps the values of fields that are disabled', () => {
    const { customValues } = patched({ customFields: { Nickname: null, Colors: null } })
    expect(customValues).toEqual({ contact_custom_field_3: 'old' })
  })

  test('that is null clears all custom fields', () => {
    expect(patched({ customFields: null }).customValues).toEqual({})
    expect(patched({ customFields: null }, BLANK)).toEqual(BLANK)
  })

  test('is refused as a whole if one value is refused', () => {
    expect(() => patched({ firstName: 'Bo', customFields: { Nickname: 'Nan', Colors: 'red' } })).toThrow(DomainError)
  })
})

describe('the timezone', () => {
  test('is recomputed when the postal code changes', () => {
    expect(patched({ address: { postalCode: '96801' } }).tz).toBe('Pacific/Honolulu')
  })

  test('is derived from the area code after the postal code is cleared', () => {
    expect(patched({ address: { postalCode: null } }).tz).toBe('America/New_York')
    expect(patched({ address: null }).tz).toBe('America/New_York')
  })

  test('is derived from the area code while the country is not the US', () => {
    const abroad = patched({ address: { country: 'ca' } })
    expect(abroad.tz).toBe('America/New_York')
    expect(patched({ address: { country: 'us' } }, abroad).tz).toBe('America/Denver')
  })

  test('is unset if neither the postal code nor the area code determines it', () => {
    const london: Contact = { ...BLANK, phone: parsePhoneNumber('+442079460123'), tz: null }
    expect(patched({ firstName: 'Bo' }, london).tz).toBeNull()
    expect(patched({ address: { postalCode: 'SW1A 1AA', country: 'GB' } }, london).tz).toBeNull()
  })
})

describe('on creation', () => {
  test('null and the empty string mean not set', () => {
    const nothing = { firstName: null, lastName: '', email: '', birthDate: null, gender: '', isFavorite: null } as const
    const created = patched({ ...nothing, address: { city: '' }, customFields: { Nickname: '', Colors: null } }, BLANK)
    expect(created).toEqual(BLANK)
  })
})

describe('the rules of the fields', () => {
  test.each(['firstName', 'lastName'] as const)('%s has at most 40 code points', (name) => {
    expect(CONTACT_FIELD_RULES[name].holds('😀'.repeat(40))).toBe(true)
    expect(CONTACT_FIELD_RULES[name].holds('😀'.repeat(41))).toBe(false)
  })

  test('gender is MALE, FEMALE or OTHER', () => {
    expect(['MALE', 'FEMALE', 'OTHER'].every(CONTACT_FIELD_RULES.gender.holds)).toBe(true)
    expect(['male', 'Other', ' MALE', 'X', 'constructor'].some(CONTACT_FIELD_RULES.gender.holds)).toBe(false)
  })

  test('email is an email address, and birthDate is a calendar date', () => {
    expect(CONTACT_FIELD_RULES.email.holds('ann@example.com')).toBe(true)
    expect(CONTACT_FIELD_RULES.email.holds('Ann <ann@example.com>')).toBe(false)
    expect(CONTACT_FIELD_RULES.birthDate.holds('2024-02-29')).toBe(true)
    expect(CONTACT_FIELD_RULES.birthDate.holds('2025-02-29')).toBe(false)
  })

  test('country is an ISO 3166-1 alpha-2 code in upper or lower case; the state is free text', () => {
    expect(['US', 'us', 'gB'].every(ADDRESS_FIELD_RULES.country.holds)).toBe(true)
    expect(['USA', 'XX', 'UK', 'U', 'United States'].some(ADDRESS_FIELD_RULES.country.holds)).toBe(false)
    expect(ADDRESS_FIELD_RULES.state.holds('anywhere in Łódzkie')).toBe(true)
  })
})
