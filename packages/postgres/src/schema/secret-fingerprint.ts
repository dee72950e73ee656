import type { Knex } from 'knex'
import { rowsOf, run } from '../sql/sql.js'

/**
 * The fingerprint of the secret that the service on this database runs with: stores `fingerprint` if there was none yet. If
 * several processes come at the same time with different ones, all get the first.
 */
export async function keepSecretFingerprint(knex: Knex, fingerprint: string): Promise<string> {
  await run(knex, KEEP, { mark: fingerprint })
  const [kept] = await rowsOf<{ mark: string }>(knex, KEPT, {})
  return kept!.mark
}

const KEEP = `insert into service_secret (id, mark) values ('one', :mark) on conflict (id) do nothing`
const KEPT = `select mark from service_secret where id = 'one'`
