import 'reflect-metadata'
import { useCasesModule, useCasesOf, type UseCases } from '@carillon/container'
import { nodeModule } from '@carillon/node'
import { postgresModule } from '@carillon/postgres'
import { Container } from 'inversify'
import type { Knex } from 'knex'

export type Composition = {
  readonly useCases: UseCases
  /** Ends what the adapters have opened; knex stays open. */
  close(): Promise<void>
}

/** The service as it runs here: every use case on Postgres. */
export function compose({ knex, secretKey }: { knex: Knex; secretKey: string }): Composition {
  const container = new Container()
  container.load(useCasesModule, nodeModule({ secretKey }), postgresModule({ knex }))
  return { useCases: useCasesOf(container), close: () => container.unbindAllAsync() }
}
