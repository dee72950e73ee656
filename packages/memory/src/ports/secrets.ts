import {
  CODE_LENGTH,
  type AccountId,
  type MessageId,
  type PhoneNumber,
  type Pseudonym,
  type Secrets,
} from '@carillon/core'

/**
 * Returns the same secrets in every run, without cryptography: for tests and simulations, never for a service. Anyone
 * who reads this file can guess, decrypt and forge these secrets.
 */
export class FakeSecrets implements Secrets {
  private made = 0

  generate(): string {
    return `secret${String(++this.made).padStart(10, '0')}`
  }

  generateWebhookSecret(): string {
    return `whsec_${String(++this.made).padStart(32, '0')}`
  }

  hash(secret: string): string {
    return `hash-${digest(secret)}`
  }

  matches(secret: string, hash: string): boolean {
    return this.hash(secret) === hash
  }

  seal(text: string): string {
    return `sealed-${Buffer.from(text).toString('base64')}`
  }

  unseal(sealed: string): string {
    if (!sealed.startsWith('sealed-')) throw new Error('This text has not been sealed here')
    return Buffer.from(sealed.slice('sealed-'.length), 'base64').toString()
  }

  pseudonymOf(account: AccountId, phone: PhoneNumber): Pseudonym {
    return `psd_${digest(`${account} ${phone}`)}` as Pseudonym
  }

  linkCodeOf(message: MessageId, link: string): string {
    const letters = BigInt(`0x${digest(`${message} ${link}`)}`).toString(36)
    return letters.padStart(CODE_LENGTH, '0').slice(-CODE_LENGTH)
  }

  oneTimeCodeOf(message: MessageId): string {
    return String(BigInt(`0x${digest(`code ${message}`)}`) % 1_000_000n).padStart(6, '0')
  }
}

/** The 64-bit FNV-1a hash. */
function digest(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return hash.toString(16).padStart(16, '0')
}
