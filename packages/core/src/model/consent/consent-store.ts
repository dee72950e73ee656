import type { Pseudonym } from '../../ports/secrets.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { Consent, HeldRefusal, OptOutsPage, ProviderOptOut, Refusal } from './consent.js'

export interface ConsentStore {
  /**
   * Locks the consent of every number until the unit of work ends, whether or not a consent is stored, so that a join
   * and a STOP of one number run one after the other. Locks are taken in the order of the numbers.
   */
  lock(account: AccountId, phones: readonly PhoneNumber[]): Promise<ReadonlyMap<PhoneNumber, Consent>>
  /**
   * Like `lock`, for numbers that are mostly new: adds each consent whose number has none yet. Returns the stored
   * consents of the other numbers, and does not change them.
   */
  addOrLock(account: AccountId, consents: readonly Consent[]): Promise<ReadonlyMap<PhoneNumber, Consent>>
  find(account: AccountId, phone: PhoneNumber): Promise<Consent>
  /**
   * Like `lock`, but shared, for sending: a concurrent STOP waits until the unit of work ends, and later calls wait
   * for that STOP. Like `refused`, it returns only refusals, because nearly all numbers may be texted. A number without
   * a stored consent is `unknown` and is not locked, since it may not be texted anyway.
   */
  lockShared(account: AccountId, phones: readonly PhoneNumber[]): Promise<ReadonlyMap<number, HeldRefusal>>
  /**
   * The positions in `phones` of numbers that may not be texted, and why. Takes no locks, and needs only one query.
   */
  refused(account: AccountId, phones: readonly PhoneNumber[]): Promise<ReadonlyMap<number, Refusal>>
  save(consents: readonly Consent[]): Promise<void>
  /** Keeps the newest opt-out of each number and sender. */
  saveProviderOptOut(optOut: ProviderOptOut): Promise<void>
  /** The subjects that opted out before their erasure, and when: an erasure keeps the opt-out by pseudonym. */
  suppressed(account: AccountId, subjects: readonly Pseudonym[]): Promise<ReadonlyMap<Pseudonym, Date>>
  /** Whether the account has any suppressed subjects. */
  hasSuppressed(account: AccountId): Promise<boolean>
  /** Deletes these suppressions: their opt-out has ended, or is stored with the number again. */
  unsuppress(account: AccountId, subjects: readonly Pseudonym[]): Promise<void>
  /** Newest first, then by sender. */
  providerOptOuts(account: AccountId, phone: PhoneNumber): Promise<readonly ProviderOptOut[]>
  /** The numbers among `phones` that have a provider opt-out, from any sender. */
  withProviderOptOut(account: AccountId, phones: readonly PhoneNumber[]): Promise<ReadonlySet<PhoneNumber>>
  /**
   * Examines at most `limit` numbers of the account after `after`, in their order, and returns those that have opted
   * out. The limit counts the numbers that have not opted out too, so that no call takes long.
   */
  optOutsAfter(account: AccountId, after: PhoneNumber | null, limit: number): Promise<OptOutsPage>
}
