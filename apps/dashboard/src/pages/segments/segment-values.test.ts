import { expect, test } from '@jest/globals'
import { rowsOf } from '../../parts/filters/language/rows-of-condition.js'
import { savedFieldsOf, type SegmentValues } from './segment-values.js'

const BEFORE: SegmentValues = { name: 'Lately', filter: rowsOf({ tz: { exists: true } }) }
const OTHER = { email: { exists: true } }

test('all of a new segment is sent', () => {
  expect(savedFieldsOf(null, { ...BEFORE, name: ' Lately ' })).toEqual({
    name: 'Lately',
    filter: { contact: { tz: { exists: true } } },
  })
})

test('only what was changed is sent', () => {
  expect(savedFieldsOf(BEFORE, BEFORE)).toEqual({})
  expect(savedFieldsOf(BEFORE, { ...BEFORE, name: 'Now' })).toEqual({ name: 'Now' })
  expect(savedFieldsOf(BEFORE, { ...BEFORE, filter: rowsOf(OTHER) })).toEqual({ filter: { contact: OTHER } })
})

test('a filter that cannot be shown stays as it is', () => {
  const before = { ...BEFORE, filter: null }
  expect(savedFieldsOf(before, { ...before, name: 'Now' })).toEqual({ name: 'Now' })
})
