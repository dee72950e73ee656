import { ACCOUNT_TABLES, CARRIER_TABLES, REFERENCE_TABLES } from '../schema/distribution/tables.js'

/** The statements that empty a database, in their order: tables that reference others come before them. */
export const EMPTYING: readonly string[] = [...REFERENCE_TABLES, ...CARRIER_TABLES, ...ACCOUNT_TABLES]
  .toReversed()
  .map((table) => `delete from ${table}`)
