import type { Clock, RateLimiter, UnitOfWork } from '@carillon/core'
import type { Knex } from 'knex'
import { PostgresKeyring } from './keyring.js'
import { PostgresRateLimiter } from './rate-limiter.js'
import { PostgresUnitOfWork } from './unit-of-work.js'

export type PostgresAdapters = {
  readonly unitOfWork: UnitOfWork
  readonly rateLimiter: RateLimiter
  readonly keyring: PostgresKeyring
  /** Ends what they have opened themselves; knex stays open. */
  close(): Promise<void>
}

/** Every port that stores something. The tables are those that the search path of `knex` leads to. */
export function onPostgres({ knex, clock }: { knex: Knex; clock: Clock }): PostgresAdapters {
  const keyring = new PostgresKeyring({ knex, clock })
  const unitOfWork = new PostgresUnitOfWork({ knex, onKeysChanged: (accounts) => keyring.forget(accounts) })
  return {
    unitOfWork,
    rateLimiter: new PostgresRateLimiter(knex),
    keyring,
    async close() {
      await Promise.all([keyring.close(), unitOfWork.close()])
    },
  }
}
