import { anAccount } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { CONTRACT_RATE_LIMITS, NO_RATE_LIMITS } from '../../model/accounts/rate-limit.js'
import { LimitRate } from './limit-rate.js'

test('the limits of an account apply separately to each kind of request', async () => {
  const adapters = inMemory()
  const limitRate = new LimitRate(adapters)
  const account = anAccount({ rateLimits: { ...CONTRACT_RATE_LIMITS, message: 2 } })
  const ask = (bucket: 'message' | 'broadcast') => limitRate.execute({ account, bucket })
  expect(await ask('message')).toMatchObject({ allowed: true, limit: 2, remaining: 1 })
  expect(await ask('broadcast')).toMatchObject({ allowed: true, limit: 1, remaining: 0 })
  expect(await ask('message')).toMatchObject({ allowed: true, remaining: 0 })
  expect(await ask('message')).toMatchObject({ allowed: false, resetMs: 60_000 })
  adapters.clock.advance(60_000)
  expect(await ask('message')).toMatchObject({ allowed: true })
})

test('the result is null if the account has no limit for the kind of request', async () => {
  const limitRate = new LimitRate(inMemory())
  const account = anAccount({ rateLimits: NO_RATE_LIMITS })
  expect(await limitRate.execute({ account, bucket: 'broadcast' })).toBeNull()
  expect(await limitRate.execute({ account, bucket: 'broadcast' })).toBeNull()
})
