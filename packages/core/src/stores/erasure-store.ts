import type { ChunkKey } from '../model/broadcasts/broadcast-store.js'
import type { Pseudonym } from '../ports/secrets.js'
import type { AccountId, ContactId, EventId, GroupId } from '../values/ids.js'
import type { PhoneNumber } from '../values/phone/phone-number.js'

/**
 * Everything that is known of a number of an account, wherever it stands: one place to look when a table is added. What
 * is counted or paid for stays, and stands under `ERASED` instead of the number.
 */
export interface ErasureStore {
  /**
   * Takes away the contact with its memberships and its places on lists, counts of both kept true; consent, provider
   * opt-outs, look-ups, keys of recipients and form entries of the number; and the texts, addresses and agents in its
   * consent log, whose entries stay. A hard opt-out is kept under the subject. Holds the contact and the consent until
   * the unit of work ends: whoever adds the contact at the same moment has added it before, and it goes, or adds it
   * after. Appends no events: that is left to the caller. Done again it changes nothing.
   */
  eraseContact(who: Erased & { readonly subject: Pseudonym }): Promise<ErasedContact>
  /**
   * Takes away the provider opt-outs, look-ups and keys of recipients that what was in flight, or was being accepted,
   * has brought back since; how many. Consent that has come since stays.
   */
  eraseLeftovers(who: Erased): Promise<number>
  /**
   * Takes number, body, media, idempotency key and the text of a failure out of the messages that went to the number or
   * came from it, at most `limit`, frees their keys, and takes away what is kept of single clicks in them. Messages
   * that are being submitted are left, and counted as in flight.
   */
  eraseMessages(who: Erased, limit: number): Promise<ErasureStep>
  /**
   * Looks through the next `limit` chunks after `after`, by broadcast and number, and takes the number, and the text,
   * media and key that were meant for it, out of their recipients, who stay as many as they are. A chunk with an open
   * attempt that has the number in it is left, and counted as in flight. `last` is null when there are no more.
   */
  eraseRecipients(
    who: Erased,
    step: { readonly after: LookedChunk | null; readonly limit: number },
  ): Promise<ErasedRecipients>
  /**
   * Looks through the next `limit` kept events after `after`, by id, and takes away those that tell of the number, with
   * their deliveries. `last` is null when there are no more. What waits in the outbox is not looked at.
   */
  eraseEvents(who: Erased, step: { readonly after: EventId | null; readonly limit: number }): Promise<ErasedEvents>
}

export type Erased = { readonly account: AccountId; readonly phone: PhoneNumber }

export type ErasedContact = {
  /** Whether anything stood here, be it an entry of the consent log alone. */
  readonly isKnown: boolean
  readonly contact: ContactId | null
  /** Those that it was in or had been asked into. */
  readonly groups: number
  /** Those that it was actively in. */
  readonly left: readonly GroupId[]
  readonly lists: number
  /** Its hard opt-out is kept. */
  readonly isSuppressed: boolean
}

/** `inFlight`: what is left of messages; below the limit, nothing but what was in flight. */
export type ErasureStep = { readonly erased: number; readonly inFlight: number }

/** `inFlight`: of those that were looked through now. */
export type ErasedRecipients = ErasureStep & { readonly last: LookedChunk | null }

export type LookedChunk = Omit<ChunkKey, 'account'>

export type ErasedEvents = { readonly erased: number; readonly last: EventId | null }
