import type { Knex } from 'knex'
import { rowsOf, run } from '../sql/sql.js'

/**
 * Returns the stored fingerprint of the service's secret; stores `fingerprint` if there was none yet. If several
 * processes call this at the same time with different fingerprints, all get the one that was stored first.
 */
export async function keepSecretFingerprint(knex: Knex, fingerprint: string): Promise<string> {
  await run(knex, KEEP, { mark: fingerprint })
  const [kept] = await rowsOf<{ mark: string }>(knex, KEPT, {})
  return kept!.mark
}

const KEEP = `insert into service_secret (id, mark) values ('one', :mark) on conflict (id) do nothing`
const KEPT = `select mark from service_secret where id = 'one'`
