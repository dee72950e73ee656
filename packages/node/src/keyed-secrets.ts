import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { CODE_LENGTH, type Pseudonym, type Secrets } from '@carillon/core'

/**
 * Derives all keys from the service's secret: a separate key for each purpose, so that no key reveals another key.
 */
export function keyedSecrets(secretKey: string): Secrets {
  requireKey(secretKey)
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', `carillon ${purpose}`, 32))
  const keys = {
    hash: keyFor('api keys'),
    seal: keyFor('sealed texts'),
    pseudonym: createSecretKey(keyFor('pseudonyms')),
    linkCode: createSecretKey(keyFor('link codes')),
    oneTimeCode: createSecretKey(keyFor('one-time codes')),
  }
  const hash = (secret: string) => createHmac('sha256', keys.hash).update(secret).digest('base64url')

  return {
    generate,
    generateWebhookSecret: () => `whsec_${randomBytes(32).toString('base64')}`,
    hash,
    matches: (secret, known) => equal(hash(secret), known),
    seal: (text) => seal(text, keys.seal),
    unseal: (sealed) => unseal(sealed, keys.seal),
    pseudonymOf: (account, phone) => {
      const digest = createHmac('sha256', keys.pseudonym).update(`${account} ${phone}`).digest('base64url')
      return digest.slice(0, PSEUDONYM_LENGTH) as Pseudonym
    },
    linkCodeOf: (message, link) =>
      codeOf(createHmac('sha256', keys.linkCode).update(`${message} ${link}`).digest('hex')),
    oneTimeCodeOf: (message) => sixDigitsOf(createHmac('sha256', keys.oneTimeCode).update(message).digest('hex')),
  }
}

const KEY_LENGTH_MIN = 16

/** The error does not show the key. */
function requireKey(key: unknown) {
  if (typeof key === 'string' && key.length >= KEY_LENGTH_MIN) return
  throw new TypeError(`keyedSecrets takes a key of at least ${KEY_LENGTH_MIN} characters, got ${outlineOf(key)}`)
}

function outlineOf(key: unknown): string {
  if (typeof key === 'string') return String(key.length)
  if (key === undefined || key === null) return String(key)
  return typeof key === 'object' ? 'an object' : `a ${typeof key}`
}

/**
 * The length of 16 bytes in base64url. The text is truncated, not the bytes, to save a buffer for each imported row.
 */
const PSEUDONYM_LENGTH = 22

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Reduces 128 bits to a code of 60 bits, so the bias of the remainder is negligible. */
function codeOf(hex: string): string {
  let rest = BigInt(`0x${hex.slice(0, 32)}`) % CODES
  let code = ''
  for (let i = 0; i < CODE_LENGTH; i++) {
    code += LETTERS[Number(rest % BASE)]
    rest /= BASE
  }
  return code
}

const BASE = BigInt(LETTERS.length)
const CODES = BASE ** BigInt(CODE_LENGTH)

/** Reduces 128 bits to one of a million codes (20 bits), so the bias of the remainder is negligible. */
function sixDigitsOf(hex: string): string {
  return String(BigInt(`0x${hex.slice(0, 32)}`) % 1_000_000n).padStart(6, '0')
}

/** Generates a secret that never begins with a hyphen, because a command would parse such an argument as an option. */
function generate(): string {
  for (;;) {
    const secret = randomBytes(32).toString('base64url')
    if (!secret.startsWith('-')) return secret
  }
}

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const CIPHER = 'aes-256-gcm'
const IV_LENGTH = 12
const TAG_LENGTH = 16

function seal(text: string, key: Buffer): string {
  const iv = randomBytes(IV_LENGTH)
  const cipher = createCipheriv(CIPHER, key, iv)
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Throws if the text was sealed with another key, or was changed. */
function unseal(sealed: string, key: Buffer): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_LENGTH), { authTagLength: TAG_LENGTH })
  decipher.setAuthTag(bytes.subarray(IV_LENGTH, IV_LENGTH + TAG_LENGTH))
  return decipher.update(bytes.subarray(IV_LENGTH + TAG_LENGTH), undefined, 'utf8') + decipher.final('utf8')
}
