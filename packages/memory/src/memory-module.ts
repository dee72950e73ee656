import { Tokens, type Token } from '@carillon/container'
import type { CarrierDirectory, SmsProvider, WebhookSender } from '@carillon/core'
import { ContainerModule } from 'inversify'
import { inMemory, type MemoryAdapters } from './in-memory.js'

/**
 * Binds every port except the provider and the carrier directory. To move the clock, make the adapters first and pass
 * them in.
 */
export function memoryModule(adapters: MemoryAdapters = inMemory()): ContainerModule {
  return new ContainerModule(({ bind }) => {
    const constant = <T>(token: Token<T>, value: T) => bind<T>(token).toConstantValue(value)
    constant(Tokens.Chance, adapters.chance)
    constant(Tokens.Clock, adapters.clock)
    constant(Tokens.Ids, adapters.ids)
    constant(Tokens.Keyring, adapters.keyring)
    constant(Tokens.RateLimiter, adapters.rateLimiter)
    constant(Tokens.Secrets, adapters.secrets)
    constant(Tokens.Timer, adapters.timer)
    constant(Tokens.UnitOfWork, adapters.unitOfWork)
    constant<WebhookSender>(Tokens.WebhookSender, adapters.webhookSender)
  })
}

/** Binds the two ports that `memoryModule` leaves out, for apps that do not bind other ones. */
export function memoryProviderModule({ directory, provider }: MemoryCarriers = inMemory()): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind<CarrierDirectory>(Tokens.CarrierDirectory).toConstantValue(directory)
    bind<SmsProvider>(Tokens.SmsProvider).toConstantValue(provider)
  })
}

type MemoryCarriers = Pick<MemoryAdapters, 'directory' | 'provider'>
