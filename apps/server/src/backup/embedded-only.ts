import { readDataConfig, type DataConfig } from '../settings/config.js'
import { UserError } from '../settings/user-error.js'

/** Of the embedded database. One of somebody's own is in the care of Postgres's own tools, which do it better. */
export function readEmbeddedConfig(env: Parameters<typeof readDataConfig>[0], instead: string): DataConfig {
  const config = readDataConfig(env)
  if (config.databaseUrl === null) return config
  throw new UserError(
    `DATABASE_URL names a database of your own, and this is for the embedded one: use ${instead}, as docs/backup.md says`,
  )
}
