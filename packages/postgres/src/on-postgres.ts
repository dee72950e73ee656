import type { AccountId, Clock, RateLimiter, UnitOfWork } from '@carillon/core'
import type { Knex } from 'knex'
import { PostgresKeyring } from './accounts/keyring.js'
import { PostgresRateLimiter } from './accounts/rate-limiter.js'
import { isolatedKnex, requireKnex } from './connection/isolated-knex.js'
import type { InSchema } from './connection/schema-name.js'
import { PostgresUnitOfWork } from './unit-of-work.js'

export type PostgresAdapters = {
  readonly unitOfWork: UnitOfWork
  readonly rateLimiter: RateLimiter
  readonly keyring: PostgresKeyring
  /** Ends what they have opened themselves; knex stays open. */
  close(): Promise<void>
}

export type OnPostgresOptions = InSchema & { readonly knex: Knex; readonly clock: Clock }

/**
 * Every port that stores something. `knex` may be anybody's, with a connection to Postgres: its type parsers, mappers of
 * names and settings of sessions make no difference here, and none is changed. Without `schema`, the tables are those that
 * its search path leads to.
 *
 * A unit of work is a transaction of its own: it cannot run inside one of the host's, because it is run again when it
 * was in the way of another, and whoever sees its commit acts on it. What the host writes beside it is written before
 * or after it; an idempotency key of his own lets him do either again.
 *
 * Beside the pool there is a connection that listens for changes of keys, and up to 8 for sends, but no more than the
 * pool has. A pooler that lends connections by the transaction must know prepared statements (PgBouncer from 1.21 on),
 * and lets no notification through: then a key that another process has revoked may be good for 5 seconds more.
 */
export function onPostgres({ knex: host, clock, schema }: OnPostgresOptions): PostgresAdapters {
  requireKnex(host, 'onPostgres')
  const knex = isolatedKnex(host, { schema })
  const keyring = new PostgresKeyring({ knex, clock, schema })
  const onKeysChanged = (accounts: ReadonlySet<AccountId>) => keyring.forget(accounts)
  const unitOfWork = new PostgresUnitOfWork({ knex, schema, onKeysChanged })
  return {
    unitOfWork,
    rateLimiter: new PostgresRateLimiter(knex, { schema }),
    keyring,
    async close() {
      await Promise.all([keyring.close(), unitOfWork.close()])
    },
  }
}
