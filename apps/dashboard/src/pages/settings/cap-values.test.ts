import { expect, test } from '@jest/globals'
import { capsFault, capsOf, capValuesOf, capWords, NEW_CAP } from './cap-values.js'

const CAPS = [
  { messages: 2, per: '24h', counts: 'bulk', group: null },
  { messages: 1, per: '7d', counts: 'all', group: 'VIP' },
] as const

test('caps become values of the form, and values become the same caps', () => {
  const values = capValuesOf(CAPS)
  expect(values).toEqual([
    { messages: 2, length: 24, unit: 'h', counts: 'bulk', group: '' },
    { messages: 1, length: 7, unit: 'd', counts: 'all', group: 'VIP' },
  ])
  expect(capsOf(values)).toEqual(CAPS)
})

test('a cap reads as a sentence', () => {
  expect(capValuesOf(CAPS).map(capWords)).toEqual([
    '2 texts in 24 hours',
    '1 text in 7 days, also single ones, to members of VIP',
  ])
  expect(capWords({ ...NEW_CAP, messages: 3, length: 1 })).toBe('3 texts in 1 hour')
})

test('a cap that the service would refuse is refused in the form, by its place', () => {
  const fault = (given: Partial<typeof NEW_CAP>) => capsFault([NEW_CAP, { ...NEW_CAP, ...given }])
  expect(fault({})).toBeUndefined()
  expect(fault({ messages: '' })).toBe('Cap 2: enter 1 to 1000 texts.')
  expect(fault({ messages: 1_001 })).toBe('Cap 2: enter 1 to 1000 texts.')
  expect(fault({ length: 0 })).toBe('Cap 2: enter 1 to 720 hours.')
  expect(fault({ length: 31, unit: 'd' })).toBe('Cap 2: enter 1 to 30 days.')
  expect(fault({ length: 1.5 })).toBe('Cap 2: enter 1 to 720 hours.')
})
