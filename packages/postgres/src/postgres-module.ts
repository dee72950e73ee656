import { Tokens, type Token } from '@carillon/container'
import type { Clock } from '@carillon/core'
import { ContainerModule } from 'inversify'
import { ClusterNodes } from './placements/cluster-nodes.js'
import { onPostgres, type OnPostgresOptions, type PostgresAdapters } from './on-postgres.js'

/**
 * Binds the ports that store data, and `ClusterNodes`; the host also has to bind a clock. Unloading the module closes its
 * connections.
 */
export function postgresModule({ knex, schema, nodeUrls }: Omit<OnPostgresOptions, 'clock'>): ContainerModule {
  const adapters: Token<PostgresAdapters> = Symbol('PostgresAdapters')
  return new ContainerModule(({ bind }) => {
    bind<PostgresAdapters>(adapters)
      .toResolvedValue((clock: Clock) => onPostgres({ knex, clock, schema, nodeUrls }), [Tokens.clock])
      .inSingletonScope()
      .onDeactivation((made) => made.close())
    bind(Tokens.unitOfWork).toResolvedValue(({ unitOfWork }) => unitOfWork, [adapters])
    bind(Tokens.rateLimiter).toResolvedValue(({ rateLimiter }) => rateLimiter, [adapters])
    bind(Tokens.keyring).toResolvedValue(({ keyring }) => keyring, [adapters])
    bind(ClusterNodes).toResolvedValue(({ clusterNodes }) => clusterNodes, [adapters])
  })
}
