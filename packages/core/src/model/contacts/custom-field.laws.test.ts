import { CUSTOM_FIELDS } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { DomainError } from '../../values/errors.js'
import { customValuesByLabel, readCustomValues } from './custom-field.js'

const FIELDS = Object.values(CUSTOM_FIELDS)

describe('for any JSON input', () => {
  const label = fc.oneof(fc.constantFrom(...FIELDS.map((field) => field.label), ' plan', '__proto__'), fc.string())
  const value = fc.oneof(
    fc.constantFrom<unknown>('Pro', 'red', ['red'], ['red', 'red'], '2026-01-01', '2026-02-30', 1, true, null, ''),
    fc.jsonValue({ maxDepth: 2 }),
  )
  const input = fc.dictionary(label, value)

  test('the input is read, or refused with a DomainError that has a label and a reason', () => {
    fc.assert(
      fc.property(input, (values) => {
        try {
          readCustomValues(FIELDS, values)
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError)
          expect((error as DomainError).details).toEqual({ label: expect.any(String), reason: expect.any(String) })
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('a value that is read is shown under its label, unless it clears the field', () => {
    const right = fc.record(
      {
        Nickname: fc.string({ maxLength: 250 }),
        Points: fc.double({ noNaN: true, noDefaultInfinity: true }),
        Vegan: fc.boolean(),
        Plan: fc.constantFrom('Free', 'Pro'),
        Colors: fc.subarray(['red', 'green', 'blue']),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(right, (values) => {
        const read = Object.entries(readCustomValues(FIELDS, values)).filter(([, kept]) => kept !== null)
        const kept = Object.entries(values).filter(
          ([, given]) => given !== '' && !(Array.isArray(given) && !given.length),
        )
        expect(customValuesByLabel(FIELDS, Object.fromEntries(read))).toEqual(Object.fromEntries(kept))
      }),
    )
  })
})
