import type { AccountId } from '../../values/ids.js'
import type { Page, PageRequest } from '../../values/page.js'
import type { Message } from './message.js'

/**
 * The inbound messages that may ask to opt out although they are no keyword, for the operator to read. A message leaves
 * the list when it is erased, or deleted by retention.
 */
export interface PossibleOptOutStore {
  /** Adds a stored message. */
  add(message: Pick<Message, 'account' | 'id' | 'createdAt'>): Promise<void>
  /** Newest first, then by descending id. */
  list(account: AccountId, page: PageRequest): Promise<Page<Message>>
}
