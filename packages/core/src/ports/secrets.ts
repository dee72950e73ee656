import type { AccountId, MessageId } from '../values/ids.js'
import type { PhoneNumber } from '../values/phone/phone-number.js'

declare const pseudonym: unique symbol
/** Replaces a phone number in evidence that must outlive the number. */
export type Pseudonym = string & { readonly [pseudonym]: true }

/** Operations that use the service's secret. All processes share it; nothing can be decrypted without it. */
export interface Secrets {
  /** A new unguessable secret, in characters that need no escaping in a URL or a shell. */
  generate(): string
  /** A new secret in the format that Standard Webhooks requires. */
  generateWebhookSecret(): string
  /**
   * A keyed one-way hash. It is stored or counted in place of the secret of an API key or the network of a visitor.
   */
  hash(secret: string): string
  /** Takes as long for a wrong secret as for the right one. */
  matches(secret: string, hash: string): boolean
  /** Encrypts a text that must be read again, such as the secret that signs a webhook. */
  seal(text: string): string
  unseal(sealed: string): string
  /** A keyed, one-way, deterministic hash that identifies a phone number in the consent log of an account. */
  pseudonymOf(account: AccountId, phone: PhoneNumber): Pseudonym
  /**
   * The code of a link in a message, in `CODE_LENGTH` letters and digits. Keyed and one-way, so that nobody can guess
   * the code of another message; deterministic, so that rendering again gives the same text.
   */
  linkCodeOf(message: MessageId, link: string): string
  /**
   * The six digits of the one-time code in a message: keyed, one-way and deterministic. The code is therefore never
   * stored, and a message that is submitted again carries the same code.
   */
  oneTimeCodeOf(message: MessageId): string
}
