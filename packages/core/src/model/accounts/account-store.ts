import type { AccountId } from '../../values/ids.js'
import type { Account } from './account.js'

export interface AccountStore {
  /** Holds the account until the unit of work ends. Null when no account has the name. */
  lockByName(name: string): Promise<Account | null>
  find(id: AccountId): Promise<Account | null>
  findByName(name: string): Promise<Account | null>
  /** False, and nothing is changed, when another account has the name; also when two come at once. */
  add(account: Account): Promise<boolean>
  /** From the end of the unit of work on, every process of the service sees the new settings. */
  save(account: Account): Promise<void>
  /** By name. */
  list(): Promise<readonly Account[]>
}
