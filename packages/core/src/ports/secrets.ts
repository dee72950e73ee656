import type { AccountId, MessageId } from '../values/ids.js'
import type { PhoneNumber } from '../values/phone/phone-number.js'

declare const pseudonym: unique symbol
/** Stands for a phone number where evidence must outlive the number itself. */
export type Pseudonym = string & { readonly [pseudonym]: true }

/** What needs the service's own secret. All processes of a service share it; without it nothing here can be undone. */
export interface Secrets {
  /** A new secret that nobody can guess, in characters that need no escaping in a URL or a shell. */
  generate(): string
  /** A new secret in the form that Standard Webhooks asks for. */
  generateWebhookSecret(): string
  /** Keyed and one-way: what is stored of an API key. */
  hash(secret: string): string
  /** Takes as long for a wrong secret as for the right one. */
  matches(secret: string, hash: string): boolean
  /** Encrypts what must be read again, such as the secret that signs a webhook. */
  seal(text: string): string
  unseal(sealed: string): string
  /** Keyed and one-way, the same every time: the name under which the consent log knows a number of an account. */
  pseudonymOf(account: AccountId, phone: PhoneNumber): Pseudonym
  /**
   * The code of a link in a message, in `CODE_LENGTH` letters and digits: keyed and one-way, the same
   * every time, so that a text that is rendered again is the same text, and nobody guesses another one's.
   */
  linkCodeOf(message: MessageId, link: string): string
  /**
   * The six digits that a text with a one-time code carries: keyed and one-way, the same every time. So they are stored
   * nowhere, and a text that is handed over again has the same ones.
   */
  oneTimeCodeOf(message: MessageId): string
}
