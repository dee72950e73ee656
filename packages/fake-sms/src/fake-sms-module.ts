import { Tokens } from '@carillon/container'
import type { CarrierDirectory, Clock, Ids, SmsProvider, Timer } from '@carillon/core'
import { ContainerModule } from 'inversify'
import { FakeCarriers, type FakeCarriersOptions } from './fake-carriers.js'
import { FakeSms, type FakeSmsOptions } from './fake-sms.js'
import { memoryOutbox } from './outbox/memory-outbox.js'
import type { Outbox } from './outbox/outbox.js'

/**
 * Binds the provider and the carrier directory. They are also bound as `FakeSms`, for code that simulates the phones,
 * and as `FakeCarriers`. Clock, ids and timer must be bound separately.
 */
export function fakeSmsModule({
  outbox = memoryOutbox(),
  carriers,
  ...options
}: FakeSmsModuleOptions = {}): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(FakeSms)
      .toResolvedValue(
        (clock: Clock, ids: Ids, timer: Timer) => new FakeSms({ ...options, outbox, clock, ids, timer }),
        [Tokens.clock, Tokens.ids, Tokens.timer],
      )
      .inSingletonScope()
    bind<SmsProvider>(Tokens.provider).toResolvedValue((fake: FakeSms) => fake, [FakeSms])
    bind(FakeCarriers)
      .toResolvedValue((timer: Timer) => new FakeCarriers({ ...carriers, timer }), [Tokens.timer])
      .inSingletonScope()
    bind<CarrierDirectory>(Tokens.directory).toResolvedValue((fake: FakeCarriers) => fake, [FakeCarriers])
  })
}

export type FakeSmsModuleOptions = FakeSmsOptions & {
  readonly outbox?: Outbox
  readonly carriers?: FakeCarriersOptions
}
