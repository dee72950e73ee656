import { Tokens } from '@carillon/container'
import type { Ids, Secrets } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { Container } from 'inversify'
import { nodeModule } from './node-module.js'
import { systemChance } from './system-chance.js'
import { systemClock } from './system-clock.js'
import { systemTimer } from './system-timer.js'

test('the module binds chance, clock, ids, timer and secrets', () => {
  const container = new Container()
  container.load(nodeModule({ secretKey: 'the secret of a service' }))
  expect(container.get(Tokens.chance)).toBe(systemChance)
  expect(container.get(Tokens.clock)).toBe(systemClock)
  expect(container.get(Tokens.timer)).toBe(systemTimer)
  expect(container.get<Ids>(Tokens.ids).next('acc')).toMatch(/^acc_[0-9a-z]{26}$/)
  const secrets = container.get<Secrets>(Tokens.secrets)
  expect(secrets.unseal(secrets.seal('one text'))).toBe('one text')
})
