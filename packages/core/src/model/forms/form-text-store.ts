import type { AccountId } from '../../values/ids.js'

/** Every consent text that a form of the account has ever shown. One stays as it is, for evidence. */
export interface FormTextStore {
  /** Its version: a new one, counted up from 1, where the account has never shown this text. */
  versionOf(account: AccountId, text: string, now: Date): Promise<number>
  /** By version. Those that there are. */
  find(account: AccountId, versions: readonly number[]): Promise<ReadonlyMap<number, FormText>>
}

export type FormText = { readonly version: number; readonly text: string; readonly since: Date }
