import { Tokens } from '@carillon/container'
import type { Ids, Secrets } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { Container } from 'inversify'
import { nodeModule } from './node-module.js'
import { systemChance } from './system-chance.js'
import { systemClock } from './system-clock.js'
import { systemTimer } from './system-timer.js'

test('binds chance, clock, ids, timer and secrets', () => {
  const container = new Container()
  container.load(nodeModule({ secretKey: 'the secret of a service' }))
  expect(container.get(Tokens.Chance)).toBe(systemChance)
  expect(container.get(Tokens.Clock)).toBe(systemClock)
  expect(container.get(Tokens.Timer)).toBe(systemTimer)
  expect(container.get<Ids>(Tokens.Ids).next('acc')).toMatch(/^acc_[0-9a-z]{26}$/)
  const secrets = container.get<Secrets>(Tokens.Secrets)
  expect(secrets.unseal(secrets.seal('one text'))).toBe('one text')
})
