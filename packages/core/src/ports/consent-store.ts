import type { Consent } from '../consent/consent-gate.js'
import type { AccountId } from '../values/ids.js'
import type { PhoneNumber } from '../values/phone-number.js'

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
  save(consents: readonly Consent[]): Promise<void>
}
