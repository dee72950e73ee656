import 'reflect-metadata'
import { Tokens, useCasesModule, useCasesOf, type UseCases } from '@carillon/container'
import {
  PORTS,
  ReceiveInbound,
  type Adapters,
  type CarrierDesk,
  type HandledInbound,
  type Keyring,
  type UnitOfWork,
} from '@carillon/core'
import { FakeSms, fakeSmsModule, postgresOutbox } from '@carillon/fake-sms'
import { nodeModule } from '@carillon/node'
import { ClusterNodes, postgresModule } from '@carillon/postgres'
import { webhooksModule } from '@carillon/webhooks'
import type { RequestHandler } from 'express'
import { Container } from 'inversify'
import type { Knex } from 'knex'
import { Registry } from 'prom-client'
import type { Logger } from '../logging/logger.js'
import type { LoadedProvider, MadeProvider, ProviderContext } from '../carriers/module/made-provider.js'
import { ownProviderModule } from '../carriers/module/own-provider-module.js'
import { boundedDeliveriesModule } from './bounded-deliveries.js'

export type ComposeOptions = {
  readonly knex: Knex
  /** See `DATABASE_URLS`. */
  readonly nodeUrls?: readonly string[]
  readonly secretKey: string
  readonly webhooksAllowPrivate: boolean
  readonly logger: Logger
  /** Null (the default): the fake provider. */
  readonly provider?: LoadedProvider | null
  readonly registry?: Registry
  /** Called with the effects of every inbound text: for metrics. */
  readonly onInbound?: (handled: HandledInbound) => void
}

export type Composition = {
  readonly useCases: UseCases
  readonly adapters: Adapters
  readonly keyring: Keyring
  readonly unitOfWork: UnitOfWork
  /** The nodes of the database, if it is on a Citus cluster. */
  readonly nodes: Pick<ClusterNodes, 'read'>
  /** The fake provider, for the simulator of its phones; null if another provider is used. */
  readonly fakeSms: FakeSms | null
  /** Handles the requests of the carrier; null if the provider has no router. */
  readonly carrierRouter: RequestHandler | null
  /** The carriers of the provider, for the operators; null if it names none. */
  readonly carrierDesk: CarrierDesk | null
  /** The names of the carriers whose breaker is not closed. */
  openBreakers(): readonly string[]
  /** Closes what the adapters opened; knex stays open. */
  close(): Promise<void>
}

/** Composes the service: every use case on Postgres, with the given provider, or the fake one with its own tables. */
export async function compose({
  knex,
  nodeUrls,
  logger,
  provider,
  onInbound,
  registry = new Registry(),
  ...settings
}: ComposeOptions): Promise<Composition> {
  const container = new Container()
  const allowHint = 'CARILLON_WEBHOOKS_ALLOW_PRIVATE=1 would allow it'
  const webhooks = webhooksModule({ allowPrivate: settings.webhooksAllowPrivate, allowHint })
  container.load(
    useCasesModule,
    nodeModule(settings),
    postgresModule({ knex, nodeUrls }),
    webhooks,
    boundedDeliveriesModule,
  )
  if (onInbound !== undefined) container.onActivation(ReceiveInbound, (_, useCase) => reporting(useCase, onInbound))
  const bound = provider
    ? await bindOwn(container, provider, { knex, logger, registry })
    : await bindFake(container, { knex, logger })
  const close = async () => {
    await container.unbindAllAsync()
    await bound.made?.close?.()
  }
  const keyring = container.get<Keyring>(Tokens.keyring)
  return {
    useCases: useCasesOf(container),
    adapters: adaptersOf(container),
    keyring,
    unitOfWork: container.get<UnitOfWork>(Tokens.unitOfWork),
    nodes: container.get(ClusterNodes),
    fakeSms: bound.fakeSms,
    carrierRouter: bound.made?.router ?? null,
    carrierDesk: bound.made?.carrierDesk ?? null,
    openBreakers: () => bound.made?.openBreakers?.() ?? [],
    close,
  }
}

function adaptersOf(container: Container): Adapters {
  const names = Object.values(PORTS)
  return Object.fromEntries(names.map((name) => [name, container.get(Tokens[name])])) as Adapters
}

function reporting(useCase: ReceiveInbound, onInbound: (handled: HandledInbound) => void): ReceiveInbound {
  const execute: ReceiveInbound['execute'] = async (text, options) => {
    const handled = await useCase.execute(text, options)
    onInbound(handled)
    return handled
  }
  return Object.assign(Object.create(useCase) as ReceiveInbound, { execute })
}

type Bound = { readonly fakeSms: FakeSms | null; readonly made: MadeProvider | null }

async function bindFake(
  container: Container,
  { knex, logger }: Pick<ComposeOptions, 'knex' | 'logger'>,
): Promise<Bound> {
  const onError = (error: unknown) => logger.warn({ err: error }, 'the provider cannot answer')
  container.load(fakeSmsModule({ outbox: postgresOutbox({ knex }), onError }))
  const fakeSms = container.get(FakeSms)
  // Loads the fake provider's settings, which survive a restart, before a job asks whether the provider deduplicates.
  await fakeSms.open()
  return { fakeSms, made: null }
}

async function bindOwn(
  container: Container,
  provider: LoadedProvider,
  given: Pick<ProviderContext, 'knex' | 'logger' | 'registry'>,
): Promise<Bound> {
  let isBound = () => {}
  const useCases = new Promise<void>((resolve) => (isBound = resolve)).then(() => useCasesOf(container))
  const unitOfWork = container.get<UnitOfWork>(Tokens.unitOfWork)
  const made = await provider.make({ ...given, unitOfWork, useCases })
  container.load(ownProviderModule(made))
  isBound()
  return { fakeSms: made.fakeSms ?? null, made }
}
