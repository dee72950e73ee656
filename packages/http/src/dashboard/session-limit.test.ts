import { DomainError } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { sessionLimit } from './session-limit.js'

const [ONE, OTHER] = ['ses_00000000000000000000000001', 'ses_00000000000000000000000002'] as const

function takeMany(limit: ReturnType<typeof sessionLimit>, count: number) {
  for (let i = 0; i < count; i++) limit.take(ONE)
}

test('a session may make 600 requests a minute, whatever other sessions do', () => {
  let now = 0
  const limit = sessionLimit(() => now)
  takeMany(limit, 600)
  now = 18_500
  const error = new DomainError('rate-limited', expect.stringContaining('in 42 s') as unknown as string)
  expect(() => limit.take(ONE)).toThrow(
    expect.objectContaining({ code: error.code, details: { retryAfterSeconds: 42 } }),
  )
  limit.take(OTHER)
  now = 60_000
  takeMany(limit, 600)
  expect(() => limit.take(ONE)).toThrow('More than 600 requests')
})

test('counts of at most 10,000 sessions are kept', () => {
  const limit = sessionLimit(() => 0)
  takeMany(limit, 600)
  const others = Array.from({ length: 9_999 }, (_, i) => `ses_${String(i).padStart(26, '0')}` as const)
  for (const session of others.slice(3)) limit.take(session)
  expect(() => limit.take(ONE)).toThrow()
  for (const session of ['a', 'b', 'c', 'd']) limit.take(`ses_${session.repeat(26)}`)
  limit.take(ONE)
})
