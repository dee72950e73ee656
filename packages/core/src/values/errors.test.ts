import { expect, test } from '@jest/globals'
import { invalidInput, refuseFaults, type DomainError, type FieldError } from './errors.js'

const faults = (count: number) =>
  Array.from({ length: count }, (_, i): FieldError => ({ field: `f${i}`, message: 'is wrong' }))

function refusalOf(count: number): DomainError | null {
  try {
    refuseFaults(faults(count))
    return null
  } catch (error) {
    return error as DomainError
  }
}

test('an empty list of faults throws nothing', () => {
  expect(refusalOf(0)).toBeNull()
})

test('one fault throws an invalid-input error for its field', () => {
  expect(refusalOf(1)).toEqual(invalidInput('f0', 'is wrong'))
  expect(refusalOf(1)).toMatchObject({ code: 'invalid-input', message: 'f0 is wrong', details: { fields: faults(1) } })
})

test('many faults throw one error with their count and the first 50 faults', () => {
  expect(refusalOf(2)).toMatchObject({ message: 'f0 is wrong, and 1 more', details: { fields: faults(2) } })
  expect(refusalOf(99)).toMatchObject({ message: 'f0 is wrong, and 98 more', details: { fields: faults(50) } })
})
