import { secretFingerprintOf } from '@carillon/node'
import { keepSecretFingerprint } from '@carillon/postgres'
import type { Knex } from 'knex'
import type { ServerConfig } from '../settings/config.js'
import { UserError } from '../settings/user-error.js'
import type { Output } from '../terminal/shell.js'
import { keptSecret, secretFileOf } from './kept-secret.js'

export type ServiceSecret = {
  readonly key: string
  /** The setting or file that contains the secret, for error messages. */
  readonly source: string
}

/** The secret that all processes of a service share: from the settings, or else from the data folder. */
export async function serviceSecret(config: ServerConfig, stderr: Output): Promise<ServiceSecret> {
  if (config.secret !== null) return { key: config.secret, source: 'CARILLON_SECRET' }
  const place = { dataDir: config.dataDir, name: 'secret' } as const
  if (config.databaseUrl !== null) {
    stderr.write(
      `Warning: CARILLON_SECRET is not set, so ${secretFileOf(place)} is used: every server needs the same secret\n`,
    )
  }
  return { key: await keptSecret(place), source: secretFileOf(place) }
}

/** The first process records the secret's fingerprint. Without this check a different secret would go unnoticed. */
export async function requireSameSecret(knex: Knex, { key, source }: ServiceSecret): Promise<void> {
  const fingerprint = secretFingerprintOf(key)
  if ((await keepSecretFingerprint(knex, fingerprint)) !== fingerprint)
    throw new UserError(`${source} ${DIFFERENT_SECRET}`)
}

const DIFFERENT_SECRET =
  'is not the secret that this database is used with. API keys, webhook secrets, the consent log and tracking links ' +
  'depend on it: set CARILLON_SECRET to the secret of the other servers. To give all these up and continue with ' +
  'this secret, stop the other servers and run this on the database: delete from service_secret'
