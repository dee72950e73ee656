import { Tokens } from '@carillon/container'
import type { Clock, Ids, SmsProvider, Timer } from '@carillon/core'
import { ContainerModule } from 'inversify'
import { FakeSms, type FakeSmsOptions } from './fake-sms.js'
import { memoryOutbox } from './memory-outbox.js'
import type { Outbox } from './outbox.js'

/** Binds the provider, also as `FakeSms` for whoever plays the phones. Clock, ids and timer are bound beside it. */
export function fakeSmsModule({ outbox = memoryOutbox(), ...options }: FakeSmsModuleOptions = {}): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(FakeSms)
      .toResolvedValue(
        (clock: Clock, ids: Ids, timer: Timer) => new FakeSms({ ...options, outbox, clock, ids, timer }),
        [Tokens.Clock, Tokens.Ids, Tokens.Timer],
      )
      .inSingletonScope()
    bind<SmsProvider>(Tokens.SmsProvider).toResolvedValue((fake: FakeSms) => fake, [FakeSms])
  })
}

export type FakeSmsModuleOptions = FakeSmsOptions & { readonly outbox?: Outbox }
