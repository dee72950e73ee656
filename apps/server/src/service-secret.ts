import type { Output } from './command/shell.js'
import type { ServerConfig } from './config.js'
import { fileOf, keptSecret } from './kept-secret.js'

/** What all processes of a service share: from the settings, or else from the data folder. */
export async function serviceSecret(config: ServerConfig, stderr: Output): Promise<string> {
  const place = { dataDir: config.dataDir, name: 'secret' } as const
  if (config.databaseUrl !== null && config.secret === null) {
    stderr.write(`Warning: CARILLON_SECRET is not set, so ${fileOf(place)} is used: every server needs the same\n`)
  }
  return config.secret ?? (await keptSecret(place))
}
