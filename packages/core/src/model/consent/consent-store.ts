import type { Pseudonym } from '../../ports/secrets.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { Consent, HeldRefusal, ProviderOptOut, Refusal } from './consent.js'

export interface ConsentStore {
  /**
   * Holds the consent of every number until the unit of work ends, whether or not anything is known of it, so that
   * a join and a STOP of one number follow each other. Numbers are taken in their order.
   */
  lock(account: AccountId, phones: readonly PhoneNumber[]): Promise<ReadonlyMap<PhoneNumber, Consent>>
  /**
   * Like `lock`, where mostly nothing is known: keeps each consent whose number is new here, and answers what is
   * known of the others, which stays as it is.
   */
  addOrLock(account: AccountId, consents: readonly Consent[]): Promise<ReadonlyMap<PhoneNumber, Consent>>
  find(account: AccountId, phone: PhoneNumber): Promise<Consent>
  /**
   * Like `lock`, for whoever is about to send: a STOP that comes meanwhile waits for the unit of work to end, and
   * nobody who comes after the STOP gets in before it. Answers like `refused`, since nearly all may be texted, but for
   * a number without a stored consent: that is `unknown`, and is not held, since it may not be texted anyway.
   */
  lockShared(account: AccountId, phones: readonly PhoneNumber[]): Promise<ReadonlyMap<number, HeldRefusal>>
  /**
   * The positions in `phones` that may not be texted, and why. Holds nothing, and is one question, whatever the length.
   */
  refused(account: AccountId, phones: readonly PhoneNumber[]): Promise<ReadonlyMap<number, Refusal>>
  save(consents: readonly Consent[]): Promise<void>
  /** Remembers the newest of each number and sender. */
  saveProviderOptOut(optOut: ProviderOptOut): Promise<void>
  /** Of these, which opted out before they were erased, and when: that stays, by pseudonym, when the number goes. */
  suppressed(account: AccountId, subjects: readonly Pseudonym[]): Promise<ReadonlyMap<Pseudonym, Date>>
  /** Whether the account has any of those. */
  hasSuppressed(account: AccountId): Promise<boolean>
  /** Forgets them: their opt-out stands with the number again, or is over. */
  unsuppress(account: AccountId, subjects: readonly Pseudonym[]): Promise<void>
  /** The newest first, then by sender. */
  providerOptOuts(account: AccountId, phone: PhoneNumber): Promise<readonly ProviderOptOut[]>
}
