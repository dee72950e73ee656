import { readDataConfig, type DataConfig } from '../settings/config.js'
import { UserError } from '../settings/user-error.js'

/** Accepts only the embedded database: for a database at DATABASE_URL, the tools of Postgres are better. */
export function readEmbeddedConfig(env: Parameters<typeof readDataConfig>[0], instead: string): DataConfig {
  const config = readDataConfig(env)
  if (config.databaseUrl === null) return config
  throw new UserError(
    `This command is only for the embedded database, but DATABASE_URL is set: use ${instead}, as docs/backup.md describes`,
  )
}
