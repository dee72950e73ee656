import type { Pseudonym } from '../../ports/secrets.js'
import type { AccountId } from '../../values/ids.js'
import type { ConsentLogEntry } from './consent-log.js'

/** Only ever appended to: no method changes or removes an entry. */
export interface ConsentLog {
  append(entries: readonly ConsentLogEntry[]): Promise<void>
  /** The newest first, at most `limit`. */
  newest(account: AccountId, subject: Pseudonym, limit: number): Promise<readonly ConsentLogEntry[]>
  count(account: AccountId, subject: Pseudonym): Promise<number>
}
