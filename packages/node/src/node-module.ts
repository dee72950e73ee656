import { Tokens } from '@carillon/container'
import { ContainerModule } from 'inversify'
import { argonPasswordHasher } from './argon-password-hasher.js'
import { keyedSecrets } from './keyed-secrets.js'
import { randomIds } from './random-ids.js'
import { systemChance } from './system-chance.js'
import { systemClock } from './system-clock.js'
import { systemTimer } from './system-timer.js'

/** Binds the ports that only need Node: time, randomness, ids, and everything derived from the service's secret. */
export function nodeModule({ secretKey }: { secretKey: string }): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(Tokens.chance).toConstantValue(systemChance)
    bind(Tokens.clock).toConstantValue(systemClock)
    bind(Tokens.ids).toConstantValue(randomIds(systemClock))
    bind(Tokens.passwordHasher).toConstantValue(argonPasswordHasher())
    bind(Tokens.timer).toConstantValue(systemTimer)
    bind(Tokens.secrets).toConstantValue(keyedSecrets(secretKey))
  })
}
