import { rowsOf, type Database } from '../sql/sql.js'

const MAJOR_MIN = 15

/** One line that explains why the version of the server is not supported; null if it is supported. */
export async function versionFault(knex: Database): Promise<string | null> {
  const [server] = await rowsOf<{ number: number; version: string }>(knex, VERSION, {})
  if (Number(server!.number) >= MAJOR_MIN * VERSIONS_OF_MAJOR) return null
  return `Postgres ${server!.version.split(' ')[0]} is too old: ${MAJOR_MIN} or newer is needed`
}

/** Version 15.4 has the number 150004. */
const VERSIONS_OF_MAJOR = 10_000

const VERSION = `
  select current_setting('server_version_num')::integer as number, current_setting('server_version') as version`
