import { expect, test } from '@jest/globals'
import { isOutage } from './is-outage.js'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

test('a database that cannot be reached, starts, stops or is full is an outage', () => {
  for (const code of ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', '08006', '57P01', '57P03', '53300']) {
    expect([code, isOutage(withCode(code))]).toEqual([code, true])
  }
  expect(isOutage(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isOutage(Object.assign(new Error(), { name: 'KnexTimeoutError' }))).toBe(true)
})

test('a statement that is wrong is a bug, and no outage', () => {
  for (const error of [withCode('42P01'), withCode('23505'), new TypeError('x is undefined'), 'text', null]) {
    expect(isOutage(error)).toBe(false)
  }
})
