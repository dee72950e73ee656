import { describe, expect, test } from '@jest/globals'
import { ClientFailures } from './client-failures.js'

const NOW_MS = 1_000_000_000
const [NETWORK, ELSEWHERE] = ['192.0.2.1', '198.51.100.7']

function failedWith(failures: ClientFailures, ids: number, { times = 1, network = NETWORK, prefix = 'key' } = {}) {
  for (let id = 0; id < ids; id++) {
    for (let i = 0; i < times; i++) failures.addFailure({ network, name: `${prefix}_${id}` }, NOW_MS)
  }
  return failures
}

describe('a network that fails fifty times a minute', () => {
  test('is blocked with every key id that failed, even only once', () => {
    const failures = failedWith(new ClientFailures(), 50)
    expect(failures.blockedMs({ network: NETWORK, name: 'key_0' }, NOW_MS)).toBe(1_200)
    expect(failures.blockedMs({ network: NETWORK, name: 'key_0' }, NOW_MS + 1_200)).toBe(0)
  })

  test('is not blocked with a key id that has not failed, because its client may be somebody else', () => {
    const failures = failedWith(new ClientFailures(), 10, { times: 30 })
    expect(failures.blockedMs({ network: NETWORK, name: 'key_of_a_neighbour' }, NOW_MS)).toBe(0)
  })

  test('does not block other networks', () => {
    const failures = failedWith(new ClientFailures(), 300)
    expect(failures.blockedMs({ network: ELSEWHERE, name: 'key_0' }, NOW_MS)).toBe(0)
  })

  test('is blocked with new key ids once it has tried a hundred, except with those that have authenticated', () => {
    const failures = new ClientFailures()
    failures.addSuccess({ network: NETWORK, name: 'key_of_a_neighbour' })
    failedWith(failures, 100)
    expect(failures.blockedMs({ network: NETWORK, name: 'key_new' }, NOW_MS)).toBe(600)
    expect(failures.blockedMs({ network: NETWORK, name: 'key_of_a_neighbour' }, NOW_MS)).toBe(0)
    failures.addFailure({ network: NETWORK, name: 'key_of_a_neighbour' }, NOW_MS)
    expect(failures.blockedMs({ network: NETWORK, name: 'key_of_a_neighbour' }, NOW_MS)).toBeGreaterThan(0)
  })

  test('can check at most 250 secrets in a minute, whatever key ids it tries', () => {
    const failures = new ClientFailures()
    let checks = 0
    for (let i = 0; i < 30_000; i++) {
      const [client, nowMs] = [{ network: NETWORK, name: `key_${i % 7_001}` }, NOW_MS + i * 2]
      if (failures.blockedMs(client, nowMs) > 0) continue
      failures.addFailure(client, nowMs)
      checks++
    }
    expect(checks).toBeLessThanOrEqual(250)
  })
})

test('a client that keeps failing stays on record while 10,000 others fail, and the memory is bounded', () => {
  const failures = failedWith(new ClientFailures(), 1, { times: 5, network: ELSEWHERE })
  failedWith(failures, 9_999, { prefix: 'flood' })
  expect(failures.blockedMs({ network: ELSEWHERE, name: 'key_0' }, NOW_MS)).toBe(1_000)
  failures.addFailure({ network: NETWORK, name: 'one_more' }, NOW_MS)
  expect(failures.blockedMs({ network: ELSEWHERE, name: 'key_0' }, NOW_MS)).toBe(0)
})
