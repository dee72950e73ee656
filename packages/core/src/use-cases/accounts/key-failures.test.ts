import { describe, expect, test } from '@jest/globals'
import { KeyFailures } from './key-failures.js'

const NOW_MS = 1_000_000_000
const [NETWORK, ELSEWHERE] = ['192.0.2.1', '198.51.100.7']

function failedWith(failures: KeyFailures, ids: number, { times = 1, network = NETWORK, prefix = 'key' } = {}) {
  for (let id = 0; id < ids; id++) {
    for (let i = 0; i < times; i++) failures.addFailure({ network, keyId: `${prefix}_${id}` }, NOW_MS)
  }
  return failures
}

describe('a network that fails fifty times a minute', () => {
  test('is blocked with every key id that failed, even only once', () => {
    const failures = failedWith(new KeyFailures(), 50)
    expect(failures.blockedMs({ network: NETWORK, keyId: 'key_0' }, NOW_MS)).toBe(1_200)
    expect(failures.blockedMs({ network: NETWORK, keyId: 'key_0' }, NOW_MS + 1_200)).toBe(0)
  })

  test('is not blocked with a key id that has not failed, because its client may be somebody else', () => {
    const failures = failedWith(new KeyFailures(), 10, { times: 30 })
    expect(failures.blockedMs({ network: NETWORK, keyId: 'key_of_a_neighbour' }, NOW_MS)).toBe(0)
  })

  test('does not block other networks', () => {
    const failures = failedWith(new KeyFailures(), 300)
    expect(failures.blockedMs({ network: ELSEWHERE, keyId: 'key_0' }, NOW_MS)).toBe(0)
  })

  test('is blocked with new key ids once it has tried a hundred, except with those that have authenticated', () => {
    const failures = new KeyFailures()
    failures.addSuccess({ network: NETWORK, keyId: 'key_of_a_neighbour' })
    failedWith(failures, 100)
    expect(failures.blockedMs({ network: NETWORK, keyId: 'key_new' }, NOW_MS)).toBe(600)
    expect(failures.blockedMs({ network: NETWORK, keyId: 'key_of_a_neighbour' }, NOW_MS)).toBe(0)
    failures.addFailure({ network: NETWORK, keyId: 'key_of_a_neighbour' }, NOW_MS)
    expect(failures.blockedMs({ network: NETWORK, keyId: 'key_of_a_neighbour' }, NOW_MS)).toBeGreaterThan(0)
  })

  test('can check at most 250 secrets in a minute, whatever key ids it tries', () => {
    const failures = new KeyFailures()
    let checks = 0
    for (let i = 0; i < 30_000; i++) {
      const [client, nowMs] = [{ network: NETWORK, keyId: `key_${i % 7_001}` }, NOW_MS + i * 2]
      if (failures.blockedMs(client, nowMs) > 0) continue
      failures.addFailure(client, nowMs)
      checks++
    }
    expect(checks).toBeLessThanOrEqual(250)
  })
})

test('a client that keeps failing stays on record while 10,000 others fail, and the memory is bounded', () => {
  const failures = failedWith(new KeyFailures(), 1, { times: 5, network: ELSEWHERE })
  failedWith(failures, 9_999, { prefix: 'flood' })
  expect(failures.blockedMs({ network: ELSEWHERE, keyId: 'key_0' }, NOW_MS)).toBe(1_000)
  failures.addFailure({ network: NETWORK, keyId: 'one_more' }, NOW_MS)
  expect(failures.blockedMs({ network: ELSEWHERE, keyId: 'key_0' }, NOW_MS)).toBe(0)
})
