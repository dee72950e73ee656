import { expect, test } from '@jest/globals'
import { isOutage, isPassing } from './is-outage.js'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

test('a database that is unreachable, starting, stopping or out of connections is an outage', () => {
  for (const code of ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', '08006', '57P01', '57P03', '53300']) {
    expect([code, isOutage(withCode(code))]).toEqual([code, true])
  }
  expect(isOutage(new Error('timeout expired'))).toBe(true)
  expect(isOutage(Object.assign(new Error(), { name: 'KnexTimeoutError' }))).toBe(true)
})

test('an error in a statement is a bug: it is not an outage, and is never retried', () => {
  const idle = Object.assign(new Error('terminating connection due to idle-in-transaction timeout'), { code: '25P03' })
  for (const error of [withCode('42P01'), idle, withCode('23505'), new TypeError('x is undefined'), 'text', null]) {
    expect([error, isOutage(error), isPassing(error)]).toEqual([error, false, false])
  }
})

test('a deadlock, a serialization failure and too long a wait for a lock are retried, and are not an outage', () => {
  for (const code of ['40P01', '40001', '55P03']) {
    expect([code, isPassing(withCode(code)), isOutage(withCode(code))]).toEqual([code, true, false])
  }
})

test('a lost connection is retried and is an outage, even if knex prefixes the error with the statement', () => {
  for (const message of [
    'Connection terminated unexpectedly',
    'select 1 - Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'select 1 - failure on connection marked as essential: 10.0.0.2:5432',
    'insert - terminating connection due to unexpected postmaster exit',
    'insert - failed to complete COPY on 10.0.0.2:5432',
  ]) {
    expect([message, isPassing(new Error(message)), isOutage(new Error(message))]).toEqual([message, true, true])
  }
  for (const code of ['57P01', '08006', 'ECONNRESET', 'EPIPE']) {
    expect([code, isPassing(withCode(code)), isOutage(withCode(code))]).toEqual([code, true, true])
  }
})

test('an unreachable or overloaded database is an outage, and is not retried at once', () => {
  for (const code of ['ECONNREFUSED', 'ENOENT', '53300', '57014']) {
    expect([code, isPassing(withCode(code)), isOutage(withCode(code))]).toEqual([code, false, true])
  }
})
