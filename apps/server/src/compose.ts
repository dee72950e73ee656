import 'reflect-metadata'
import { useCasesModule, useCasesOf, type UseCases } from '@carillon/container'
import { FakeSms, fakeSmsModule, postgresOutbox } from '@carillon/fake-sms'
import { nodeModule } from '@carillon/node'
import { postgresModule } from '@carillon/postgres'
import { webhooksModule } from '@carillon/webhooks'
import { Container } from 'inversify'
import type { Knex } from 'knex'
import type { Logger } from './logging/logger.js'
import { boundedDeliveriesModule } from './worker/bounded-deliveries.js'

export type ComposeOptions = {
  readonly knex: Knex
  readonly secretKey: string
  readonly webhooksAllowPrivate: boolean
  readonly logger: Logger
}

export type Composition = {
  readonly useCases: UseCases
  /** The provider, for whoever plays its phones. */
  readonly fakeSms: FakeSms
  /** Ends what the adapters have opened; knex stays open. */
  close(): Promise<void>
}

/** The service as it runs here: every use case on Postgres, and the fake provider in tables beside it. */
export async function compose({ knex, logger, ...settings }: ComposeOptions): Promise<Composition> {
  const container = new Container()
  const onError = (error: unknown) => logger.warn({ err: error }, 'the provider cannot answer')
  const provider = fakeSmsModule({ outbox: postgresOutbox({ knex }), onError })
  const allowHint = 'CARILLON_WEBHOOKS_ALLOW_PRIVATE=1 would allow it'
  const webhooks = webhooksModule({ allowPrivate: settings.webhooksAllowPrivate, allowHint })
  container.load(useCasesModule, nodeModule(settings), postgresModule({ knex }), provider, webhooks)
  container.load(boundedDeliveriesModule)
  const fakeSms = container.get(FakeSms)
  // What it was told outlasts a restart, and the first job may ask whether it deduplicates.
  await fakeSms.open()
  return { useCases: useCasesOf(container), fakeSms, close: () => container.unbindAllAsync() }
}
