import { balanceAfter, NO_CREDITS, type LedgerEntry } from '@carillon/core'
import { inlineValues } from '../sql/inline-values.js'
import type { Statement } from '../sql/sql.js'
import { ENTRY_COLUMNS, toEntryRow } from './credit-row.js'

/**
 * Appends entries in the statement that stores a message for the first time, or settles it. Both happen only once, so
 * the entries are always new and their sums are known in advance.
 */
export function ledgerPart(entries: readonly LedgerEntry[], message: 'stored' | 'settled' | 'charged'): Statement {
  const { sms, mms, reserved } = balanceAfter(NO_CREDITS, entries)
  const bindings = { sms, mms, reserved_sms: reserved.sms, reserved_mms: reserved.mms }
  if (entries.length === 0) return { sql: '', bindings }
  const rows = inlineValues('entry', ENTRY_COLUMNS, entries.map(toEntryRow))
  const sql = `
  posted as (
    insert into ledger_entry (account_id, ${Object.keys(ENTRY_COLUMNS).join(', ')})
    select :account, entry.* from ${message}, ${rows.sql}
  ),`
  return { sql, bindings: { ...bindings, ...rows.bindings } }
}

/** The `set` list of the balance update. */
export const MOVED = `
  sms_available = credit_balance.sms_available + :sms,
  mms_available = credit_balance.mms_available + :mms,
  sms_reserved = credit_balance.sms_reserved + :reserved_sms,
  mms_reserved = credit_balance.mms_reserved + :reserved_mms`
