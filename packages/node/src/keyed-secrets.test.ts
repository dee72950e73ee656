import { isWebhookSecret, type AccountId, type PhoneNumber } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { keyedSecrets } from './keyed-secrets.js'

const ACCOUNT: AccountId = 'acc_00000000000000000000000001'
const OTHER: AccountId = 'acc_00000000000000000000000002'
const ANN = '+12025550123' as PhoneNumber
const BOB = '+12025550124' as PhoneNumber

const secrets = keyedSecrets('the secret of a service')
const restarted = keyedSecrets('the secret of a service')
const stranger = keyedSecrets('the secret of another')

describe('secrets that are made up', () => {
  test('can be pasted into a URL and a shell, and are never the same', () => {
    const made = Array.from({ length: 2_000 }, () => secrets.generate())
    expect(new Set(made).size).toBe(made.length)
    for (const secret of made) expect(secret).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{42}$/)
  })

  test('have the form of Standard Webhooks where they sign webhooks', () => {
    expect(isWebhookSecret(secrets.generateWebhookSecret())).toBe(true)
    expect(secrets.generateWebhookSecret()).not.toBe(secrets.generateWebhookSecret())
  })
})

describe('hashes', () => {
  test('match the secret alone, also after a restart', () => {
    const hash = secrets.hash('correct horse')
    expect(restarted.matches('correct horse', hash)).toBe(true)
    for (const wrong of ['correct horsf', 'correct horse ', '', hash]) expect(secrets.matches(wrong, hash)).toBe(false)
  })

  test('cannot be told or matched without the key of the service', () => {
    expect(stranger.hash('correct horse')).not.toBe(secrets.hash('correct horse'))
    expect(stranger.matches('correct horse', secrets.hash('correct horse'))).toBe(false)
  })

  test('that are none match nothing', () => {
    for (const hash of ['', 'x', 'é'.repeat(43)]) expect(secrets.matches('correct horse', hash)).toBe(false)
  })
})

describe('sealed texts', () => {
  test('can be read again, also after a restart', () => {
    for (const text of ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', '', 'ünï🔔']) {
      expect(restarted.unseal(secrets.seal(text))).toBe(text)
    }
  })

  test('look different every time', () => {
    expect(secrets.seal('one text')).not.toBe(secrets.seal('one text'))
  })

  test('are refused when they were changed or sealed by another', () => {
    const sealed = secrets.seal('one text')
    const changed = Buffer.from(sealed, 'base64url')
    changed[changed.length - 1]! ^= 1
    expect(() => secrets.unseal(changed.toString('base64url'))).toThrow()
    expect(() => stranger.unseal(sealed)).toThrow()
    for (const broken of ['', 'x', sealed.slice(0, 20)]) expect(() => secrets.unseal(broken)).toThrow()
  })
})

describe('pseudonyms', () => {
  test('are the same every time, and 16 bytes long', () => {
    expect(restarted.pseudonymOf(ACCOUNT, ANN)).toBe(secrets.pseudonymOf(ACCOUNT, ANN))
    expect(Buffer.from(secrets.pseudonymOf(ACCOUNT, ANN), 'base64url')).toHaveLength(16)
  })

  test('differ by number, by account and by service', () => {
    const names = [
      secrets.pseudonymOf(ACCOUNT, ANN),
      secrets.pseudonymOf(ACCOUNT, BOB),
      secrets.pseudonymOf(OTHER, ANN),
      stranger.pseudonymOf(ACCOUNT, ANN),
    ]
    expect(new Set(names).size).toBe(names.length)
  })
})

test('a service without a secret does not start', () => {
  expect(() => keyedSecrets('')).toThrow('secret key')
})
