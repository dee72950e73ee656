import { expect, test } from '@jest/globals'
import type { CustomField } from '../contacts/custom-field.js'
import { guessMapping } from './guess-mapping.js'

const FIELDS = [
  { key: 'contact_custom_field_1', label: 'Loyalty plan', type: 'TEXT', status: 'active' },
] as unknown as CustomField[]
const row = (...cells: string[]) => ({ line: 2, cells })

test.each<[string[], (string | null)[]]>([
  [
    ['Mobile Phone', 'First Name', 'LAST_NAME', 'E-mail', 'DOB', 'ZIP code', 'loyalty-plan', 'Notes'],
    ['phoneNumber', 'firstName', 'lastName', 'email', 'birthDate', 'postalCode', 'contact_custom_field_1', null],
  ],
  [
    ['phoneNumber', 'custom:Loyalty Plan', 'street'],
    ['phoneNumber', 'contact_custom_field_1', 'street'],
  ],
  [
    ['Phone', 'Mobile', 'phone'],
    ['phoneNumber', null, null],
  ],
  [
    ['', 'constructor'],
    [null, null],
  ],
])('columns are guessed by their names: %j', (header, columns) => {
  expect(guessMapping(header, [], FIELDS).columns).toEqual(columns)
})

test('without a name that tells, the first column with numbers has the numbers', () => {
  const rows = [row('1', 'Ann', '+12025550123'), row('2', 'Bob', '+12025550124')]
  expect(guessMapping(['Id', 'Who', 'Reach'], rows, [])).toEqual({
    columns: [null, null, 'phoneNumber'],
    callingCode: null,
  })
})

test('numbers without a country code are taken for those of North America if they can be', () => {
  const guess = (...phones: string[]) =>
    guessMapping(
      ['Phone'],
      phones.map((phone) => row(phone)),
      [],
    ).callingCode
  expect(guess('(202) 555-0123', '12025550124', '+442079460958')).toBe('1')
  expect(guess('+12025550123')).toBeNull()
  expect(guess('020 7946 0958', '0171 123456')).toBeNull()
  expect(guess('', 'x')).toBeNull()
})
