import { Tokens } from '@carillon/container'
import type { CarrierDirectory, SmsProvider } from '@carillon/core'
import { ContainerModule } from 'inversify'
import type { MadeProvider } from './made-provider.js'

/** Binds the provider of a provider module in place of the fake provider. */
export function ownProviderModule({ provider, directory }: MadeProvider): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind<SmsProvider>(Tokens.provider).toConstantValue(provider)
    bind<CarrierDirectory>(Tokens.directory).toConstantValue(directory ?? NO_CARRIERS)
  })
}

const NO_CARRIERS: CarrierDirectory = { lookUp: async (phones) => phones.map(() => null) }
