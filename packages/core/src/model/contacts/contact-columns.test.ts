import { describe, expect, test } from '@jest/globals'
import { aCustomField } from '@carillon/contracts'
import fc from 'fast-check'
import { CONTACT_COLUMNS, cellOfOptions, columnNamed, columnOf, optionsOfCell } from './contact-columns.js'
import { CUSTOM_FIELD_KEYS } from './custom-field.js'

const fieldsOf = (...labels: readonly string[]) =>
  labels.map((label, i) => aCustomField({ account: 'acc_1', key: CUSTOM_FIELD_KEYS[i]!, label }))

describe('the name of a column', () => {
  const fields = fieldsOf('Plan', 'City', 'custom:Plan', 'custom:')
  const [plan, city, customPlan, custom] = fields

  test.each([
    ['Plan', plan],
    [' PLAN ', plan],
    ['custom:Plan', plan],
    [' Custom: plan', plan],
    ['city', 'city'],
    ['custom:city', city],
    ['custom:custom:plan', customPlan],
    ['custom:custom:', custom],
    ['custom:', undefined],
    ['custom:firstName', undefined],
    ['shoeSize', undefined],
  ] as const)('means a contact column, else a label; with the prefix "custom:", always a label: %s', (name, column) => {
    expect(columnNamed(name, fields)).toBe(column)
  })

  test('never refers to a field that clients do not see', () => {
    const hidden = [{ ...plan!, status: 'disabled' as const }]
    expect(columnNamed('Plan', hidden)).toBeUndefined()
    expect(columnNamed('custom:Plan', hidden)).toBeUndefined()
  })

  test('is the label of a field, with the prefix "custom:" only if the label alone would not mean that field', () => {
    expect(fields.map(columnOf)).toEqual(['Plan', 'custom:City', 'custom:custom:Plan', 'custom:custom:'])
    expect(fieldsOf('FIRSTNAME', 'First name').map(columnOf)).toEqual(['custom:FIRSTNAME', 'First name'])
  })

  test('is read back as the same field, for any label', () => {
    const piece = fc.constantFrom(...CONTACT_COLUMNS, 'custom:', 'CUSTOM:', 'Σ', 'İ', 'ſ', ' ', 'x', '__proto__')
    const label = fc.oneof(
      fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join('').trim()),
      fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => text.trim()),
    )
    const labels = fc.uniqueArray(label, { maxLength: 7, selector: (text) => text.toLowerCase() })
    fc.assert(
      fc.property(labels, (some) => {
        const fields = fieldsOf(...some)
        for (const field of fields) expect(columnNamed(columnOf(field), fields)).toBe(field)
        for (const column of CONTACT_COLUMNS) expect(columnNamed(column, fields)).toBe(column)
      }),
    )
  })
})

describe('the options in a cell', () => {
  test.each([
    ['red', ['red']],
    ['red | light blue', ['red', 'light blue']],
    ['a\\|b|c', ['a|b', 'c']],
    ['a\\\\|b', ['a\\', 'b']],
    ['a\\\\\\|b', ['a\\|b']],
    ['C:\\temp|\\', ['C:\\temp', '\\']],
    ['red||', ['red', '', '']],
  ])('are separated by bars, and a backslash escapes a bar or a backslash: %s', (cell, options) => {
    expect(optionsOfCell(cell)).toEqual(options)
  })

  test('are read back as they were written', () => {
    const option = fc
      .string({ unit: fc.constantFrom('\\', '|', 'a', ' ', '🔔'), minLength: 1 })
      .map((text) => text.trim())
    fc.assert(
      fc.property(fc.array(option, { minLength: 1 }), (options) => {
        expect(optionsOfCell(cellOfOptions(options))).toEqual(options)
      }),
    )
  })
})
