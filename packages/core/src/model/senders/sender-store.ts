import type { AccountId } from '../../values/ids.js'
import type { Sender } from './sender.js'

export interface SenderStore {
  /** Oldest first, then by number. */
  of(account: AccountId): Promise<readonly Sender[]>
  /** Adds or changes the account's sender. False, and nothing is changed, when another account has the number. */
  put(sender: Sender): Promise<boolean>
  find(account: AccountId, number: string): Promise<Sender | null>
  /** Whoever it belongs to: how a text that comes in finds its account. */
  owner(number: string): Promise<Sender | null>
  remove(account: AccountId, number: string): Promise<void>
}
