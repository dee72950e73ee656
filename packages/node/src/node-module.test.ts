import { Tokens } from '@carillon/container'
import type { Ids, Secrets } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { Container } from 'inversify'
import { nodeModule } from './node-module.js'
import { systemClock } from './system-clock.js'

test('binds clock, ids and secrets', () => {
  const container = new Container()
  container.load(nodeModule({ secretKey: 'the secret of a service' }))
  expect(container.get(Tokens.Clock)).toBe(systemClock)
  expect(container.get<Ids>(Tokens.Ids).next('acc')).toMatch(/^acc_[0-9a-z]{26}$/)
  const secrets = container.get<Secrets>(Tokens.Secrets)
  expect(secrets.unseal(secrets.seal('one text'))).toBe('one text')
})

test('the clock tells the time of the machine', () => {
  const before = Date.now()
  const told = systemClock.now().getTime()
  expect(told).toBeGreaterThanOrEqual(before)
  expect(told).toBeLessThanOrEqual(Date.now())
})
