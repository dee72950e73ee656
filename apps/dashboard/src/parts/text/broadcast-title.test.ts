import { expect, test } from '@jest/globals'
import { titleOf } from './broadcast-title.js'

test('a broadcast is called by its text, or by what it has in place of one', () => {
  expect(titleOf({ id: 'brd_1', body: 'Hi {{first_name}}' })).toMatch(/^Hi /)
  expect(titleOf({ id: 'brd_1', body: '' })).toBe('Only media')
  expect(titleOf({ id: 'bat_1' })).toBe('A separate text for each person')
  expect(titleOf({ id: 'bat_1', body: '' })).toBe('A separate text for each person')
})
