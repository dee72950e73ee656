import { Tokens, type Token } from '@carillon/container'
import type { CarrierDirectory, SmsProvider, WebhookSender } from '@carillon/core'
import { ContainerModule } from 'inversify'
import { inMemory, type MemoryAdapters } from './in-memory.js'

/**
 * Binds every port except the provider and the carrier directory. To control the clock, create the adapters first and
 * pass them in.
 */
export function memoryModule(adapters: MemoryAdapters = inMemory()): ContainerModule {
  return new ContainerModule(({ bind }) => {
    const constant = <T>(token: Token<T>, value: T) => bind<T>(token).toConstantValue(value)
    constant(Tokens.chance, adapters.chance)
    constant(Tokens.clock, adapters.clock)
    constant(Tokens.ids, adapters.ids)
    constant(Tokens.keyring, adapters.keyring)
    constant(Tokens.passwordHasher, adapters.passwordHasher)
    constant(Tokens.rateLimiter, adapters.rateLimiter)
    constant(Tokens.secrets, adapters.secrets)
    constant(Tokens.timer, adapters.timer)
    constant(Tokens.unitOfWork, adapters.unitOfWork)
    constant<WebhookSender>(Tokens.webhookSender, adapters.webhookSender)
  })
}

/** Binds the two ports that `memoryModule` leaves out, for apps that do not bind other adapters to them. */
export function memoryProviderModule({ directory, provider }: MemoryCarriers = inMemory()): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind<CarrierDirectory>(Tokens.directory).toConstantValue(directory)
    bind<SmsProvider>(Tokens.provider).toConstantValue(provider)
  })
}

type MemoryCarriers = Pick<MemoryAdapters, 'directory' | 'provider'>
