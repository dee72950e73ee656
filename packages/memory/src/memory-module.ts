import { Tokens, type Token } from '@carillon/container'
import type { CarrierDirectory, SmsProvider, WebhookSender } from '@carillon/core'
import { ContainerModule } from 'inversify'
import { inMemory, type MemoryAdapters } from './in-memory.js'

/**
 * Binds every port but the provider and the directory of carriers. Whoever wants to move the clock makes the adapters
 * first and keeps hold of them.
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

/** Binds the two that `memoryModule` leaves out, for whoever has no other way to the carriers. */
export function memoryProviderModule({ directory, provider }: MemoryCarriers = inMemory()): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind<CarrierDirectory>(Tokens.CarrierDirectory).toConstantValue(directory)
    bind<SmsProvider>(Tokens.SmsProvider).toConstantValue(provider)
  })
}

type MemoryCarriers = Pick<MemoryAdapters, 'directory' | 'provider'>
