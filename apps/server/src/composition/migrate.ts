import { migrate as migrateSchema } from '@carillon/postgres'
import { readDataConfig } from '../settings/config.js'
import type { Shell } from '../terminal/shell.js'
import { openDatabase } from './database.js'

/** Only migrates the schema, for deployments that do this before they start the servers. */
export async function migrate({ env, stdout }: Shell): Promise<void> {
  const database = await openDatabase(readDataConfig(env), { debug: () => {}, warn: () => {} })
  try {
    const done = await migrateSchema(database.knex)
    stdout.write(done.length === 0 ? 'The database is up to date\n' : done.map((id) => `Applied ${id}\n`).join(''))
  } finally {
    await database.close()
  }
}
