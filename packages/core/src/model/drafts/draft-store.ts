import type { AccountId, DraftId } from '../../values/ids.js'
import type { Draft } from './draft.js'

/** A draft in a list, without what is only needed to go on with it. */
export type ListedDraft = Omit<Draft, 'content'> & {
  readonly body: string
  readonly numberCount: number
  /** What `templateNamedIn` finds in the form. */
  readonly template: string | null
}

export interface DraftStore {
  /** Returns false and adds nothing if the account has `max` drafts that are not sent. */
  add(draft: Draft, max: number): Promise<boolean>
  find(account: AccountId, id: DraftId): Promise<Draft | null>
  /** Locks the draft until the unit of work ends. */
  lock(account: AccountId, id: DraftId): Promise<Draft | null>
  /** Saves everything but id, account and creation. The caller has locked the draft. */
  save(draft: Draft): Promise<void>
  remove(account: AccountId, id: DraftId): Promise<boolean>
  /** Drafts that are not sent: the latest change first, then by descending id. */
  list(account: AccountId, limit: number): Promise<readonly ListedDraft[]>
  /**
   * Deletes at most `limit` drafts that were last changed until `changed`, or sent until `sent`, both inclusive. Returns
   * how many.
   */
  trim(account: AccountId, until: { readonly changed: Date; readonly sent: Date }, limit: number): Promise<number>
}
