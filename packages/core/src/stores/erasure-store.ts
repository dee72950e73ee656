import type { ChunkKey } from '../model/broadcasts/broadcast-store.js'
import type { Pseudonym } from '../ports/secrets.js'
import type { AccountId, ContactId, EventId, GroupId } from '../values/ids.js'
import type { PhoneNumber } from '../values/phone/phone-number.js'

/**
 * Erases everything that an account knows about a number, in all tables: check this store when a table is added.
 * Rows that are counted or paid for are kept, with `ERASED` in place of the number.
 */
export interface ErasureStore {
  /**
   * Deletes the contact with its memberships and list entries; consent, provider opt-outs, look-ups, recipient keys, uses of
   * frequency caps, numbers in pools, form entries and conversations of the number; and the texts, addresses and agents in its
   * consent log, whose entries stay. Updates the counts of groups and lists, and the loads of pools. Keeps a hard opt-out under
   * the subject. Locks the contact and the consent until the unit of work ends: a contact that a concurrent request adds is
   * either deleted too, or added afterwards. The caller appends the events. Idempotent.
   */
  eraseContact(who: Erased & { readonly subject: Pseudonym }): Promise<ErasedContact>
  /**
   * Deletes provider opt-outs, look-ups, recipient keys, uses of frequency caps, numbers in pools and conversations that were
   * added after `eraseContact`, by messages in flight or being accepted. Returns the number of deleted rows. Keeps consent that
   * was given after `eraseContact`.
   */
  eraseLeftovers(who: Erased): Promise<number>
  /**
   * Removes rows with the number from imports: from files that are not imported yet, and from rejected rows. A cell
   * counts if its digits are those of the number, or the end of them. Locks the imports that have a file until the unit
   * of work ends, so that no step of them is under way. Returns the number of rows.
   */
  eraseImportedRows(who: Erased): Promise<number>
  /**
   * Erases number, body, media, idempotency key and failure text in messages to or from the number, at most `limit`
   * messages; frees their keys, and deletes their individual clicks and their entries as possible opt-outs. Skips
   * messages that are being submitted, and counts them as in flight.
   */
  eraseMessages(who: Erased, limit: number): Promise<ErasureStep>
  /**
   * Scans the next `limit` chunks after `after`, by broadcast and chunk number. Erases the number and its text, media
   * and key, but keeps the recipient count. Skips a chunk that contains the number and has an open attempt, and counts
   * it as in flight. `last` is null when there are no more chunks.
   */
  eraseRecipients(
    who: Erased,
    step: { readonly after: LookedChunk | null; readonly limit: number },
  ): Promise<ErasedRecipients>
  /**
   * Scans the next `limit` kept events after `after`, by id, and deletes those that mention the number, with their
   * deliveries. `last` is null when there are no more events. Does not scan the outbox.
   */
  eraseEvents(who: Erased, step: { readonly after: EventId | null; readonly limit: number }): Promise<ErasedEvents>
}

export type Erased = { readonly account: AccountId; readonly phone: PhoneNumber }

export type ErasedContact = {
  /** Whether anything was stored for the number, even if only an entry of the consent log. */
  readonly isKnown: boolean
  readonly contact: ContactId | null
  /** The number of groups in which the contact was active or pending. */
  readonly groups: number
  /** The groups in which the contact was active. */
  readonly left: readonly GroupId[]
  readonly lists: number
  /** Whether a hard opt-out of the number is kept. */
  readonly isSuppressed: boolean
}

/** If `erased` is below the limit, only the `inFlight` messages are left. */
export type ErasureStep = { readonly erased: number; readonly inFlight: number }

/** `inFlight` counts only the chunks of this step. */
export type ErasedRecipients = ErasureStep & { readonly last: LookedChunk | null }

export type LookedChunk = Omit<ChunkKey, 'account'>

export type ErasedEvents = { readonly erased: number; readonly last: EventId | null }
