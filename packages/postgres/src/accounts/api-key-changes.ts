import type { AccountId } from '@carillon/core'
import { run, type Database } from '../sql/sql.js'

export const API_KEY_CHANGES_CHANNEL = 'carillon_key_changes'

/** The accounts whose keys or settings a unit of work has changed. The commit notifies the other processes. */
export class ApiKeyChanges {
  private readonly changed = new Set<AccountId>()

  get accounts(): ReadonlySet<AccountId> {
    return this.changed
  }

  async announce(trx: Database, account: AccountId): Promise<void> {
    this.changed.add(account)
    await run(trx, ANNOUNCE, { channel: API_KEY_CHANGES_CHANNEL, account })
  }
}

const ANNOUNCE = 'select pg_notify(:channel, :account)'
