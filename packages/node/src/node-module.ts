import { Tokens } from '@carillon/container'
import { ContainerModule } from 'inversify'
import { keyedSecrets } from './keyed-secrets.js'
import { randomIds } from './random-ids.js'
import { systemClock } from './system-clock.js'

/** Binds what Node itself can fulfil: the time, ids, and all that hangs on the service's secret. */
export function nodeModule({ secretKey }: { secretKey: string }): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(Tokens.Clock).toConstantValue(systemClock)
    bind(Tokens.Ids).toConstantValue(randomIds(systemClock))
    bind(Tokens.Secrets).toConstantValue(keyedSecrets(secretKey))
  })
}
