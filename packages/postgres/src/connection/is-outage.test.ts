import { expect, test } from '@jest/globals'
import { isOutage, isPassing } from './is-outage.js'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

test('a database that cannot be reached, starts, stops or is full is an outage', () => {
  for (const code of ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', '08006', '57P01', '57P03', '53300']) {
    expect([code, isOutage(withCode(code))]).toEqual([code, true])
  }
  expect(isOutage(new Error('timeout expired'))).toBe(true)
  expect(isOutage(Object.assign(new Error(), { name: 'KnexTimeoutError' }))).toBe(true)
})

test('a statement that is wrong is a bug: no outage, and nothing to run again', () => {
  for (const error of [withCode('42P01'), withCode('23505'), new TypeError('x is undefined'), 'text', null]) {
    expect([error, isOutage(error), isPassing(error)]).toEqual([error, false, false])
  }
})

test('work that was in the way of other work runs again, and is no outage', () => {
  for (const code of ['40P01', '40001']) {
    expect([code, isPassing(withCode(code)), isOutage(withCode(code))]).toEqual([code, true, false])
  }
})

test('a connection that is lost is both, also where knex puts the statement before what the driver says', () => {
  for (const message of [
    'Connection terminated unexpectedly',
    'select 1 - Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
  ]) {
    expect([message, isPassing(new Error(message)), isOutage(new Error(message))]).toEqual([message, true, true])
  }
  for (const code of ['57P01', '08006', 'ECONNRESET', 'EPIPE']) {
    expect([code, isPassing(withCode(code)), isOutage(withCode(code))]).toEqual([code, true, true])
  }
})

test('a database that nobody answers for, or that is too busy, is not asked again at once', () => {
  for (const code of ['ECONNREFUSED', 'ENOENT', '53300', '57014']) {
    expect([code, isPassing(withCode(code)), isOutage(withCode(code))]).toEqual([code, false, true])
  }
})
