import type { AccountId, Pseudonym } from '@carillon/core'
import { rowsOf, run, type Database } from '../sql/sql.js'

/** When each of these people opted out whose number was erased. */
export async function suppressed(
  trx: Database,
  account: AccountId,
  subjects: readonly Pseudonym[],
): Promise<ReadonlyMap<Pseudonym, Date>> {
  const rows = await rowsOf<SuppressionRow>(trx, SUPPRESSED, { account, subjects })
  return new Map(rows.map((row) => [row.subject, row.opted_out_at]))
}

export async function hasSuppressed(trx: Database, account: AccountId): Promise<boolean> {
  const rows = await rowsOf(trx, HAS_SUPPRESSED, { account })
  return rows.length > 0
}

export async function unsuppress(trx: Database, account: AccountId, subjects: readonly Pseudonym[]): Promise<void> {
  await run(trx, UNSUPPRESS, { account, subjects })
}

type SuppressionRow = { readonly subject: Pseudonym; readonly opted_out_at: Date }

const SUPPRESSED = `
  select subject, opted_out_at
    from suppression
   where account_id = :account and subject = any (:subjects::text[])`

const HAS_SUPPRESSED = 'select from suppression where account_id = :account limit 1'

const UNSUPPRESS = 'delete from suppression where account_id = :account and subject = any (:subjects::text[])'
