import { ANN, describeSecrets, ids } from '@carillon/contracts'
import { CODE_LENGTH } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { keyedSecrets } from './keyed-secrets.js'

const secrets = keyedSecrets('the secret of a service')
const restarted = keyedSecrets('the secret of a service')
const stranger = keyedSecrets('the secret of another')
const ACCOUNT = ids.next('acc')

describeSecrets(async () => keyedSecrets('the secret of a service'))

test('generated secrets never begin with a hyphen, so that a command accepts them as arguments', () => {
  const made = Array.from({ length: 2_000 }, () => secrets.generate())
  for (const secret of made) expect(secret).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{42}$/)
})

describe('hashes', () => {
  test('match their secret after a restart', () => {
    expect(restarted.matches('correct horse', secrets.hash('correct horse'))).toBe(true)
  })

  test('cannot be computed or matched without the key of the service', () => {
    expect(stranger.hash('correct horse')).not.toBe(secrets.hash('correct horse'))
    expect(stranger.matches('correct horse', secrets.hash('correct horse'))).toBe(false)
  })

  test('with the right number of characters, but more bytes, match nothing', () => {
    expect(secrets.matches('correct horse', 'é'.repeat(secrets.hash('correct horse').length))).toBe(false)
  })
})

describe('sealed texts', () => {
  test('can be read again after a restart', () => {
    expect(restarted.unseal(secrets.seal('one text'))).toBe('one text')
  })

  test('look different every time', () => {
    expect(secrets.seal('one text')).not.toBe(secrets.seal('one text'))
  })

  test('are refused if they were changed, truncated, or sealed with another key', () => {
    const sealed = secrets.seal('one text')
    const changed = Buffer.from(sealed, 'base64url')
    changed[changed.length - 1]! ^= 1
    expect(() => secrets.unseal(changed.toString('base64url'))).toThrow()
    expect(() => secrets.unseal(sealed.slice(0, 20))).toThrow()
    expect(() => stranger.unseal(sealed)).toThrow()
  })
})

describe('pseudonyms', () => {
  test('are the same after a restart, and 16 bytes long', () => {
    const pseudonym = secrets.pseudonymOf(ACCOUNT, ANN)
    expect(restarted.pseudonymOf(ACCOUNT, ANN)).toBe(pseudonym)
    expect(Buffer.from(pseudonym, 'base64url')).toHaveLength(16)
  })

  test('of one number differ by service', () => {
    expect(stranger.pseudonymOf(ACCOUNT, ANN)).not.toBe(secrets.pseudonymOf(ACCOUNT, ANN))
  })
})

describe('codes of links', () => {
  const MESSAGE = ids.next('msg')

  test('are the same after a restart, and differ in another service', () => {
    const code = secrets.linkCodeOf(MESSAGE, 'go.acme.com/sale')
    expect(restarted.linkCodeOf(MESSAGE, 'go.acme.com/sale')).toBe(code)
    expect(stranger.linkCodeOf(MESSAGE, 'go.acme.com/sale')).not.toBe(code)
  })

  test('use all letters and digits about equally often at every position', () => {
    const codes = Array.from({ length: 20_000 }, (_, i) => secrets.linkCodeOf(MESSAGE, `go.acme.com/${i}`))
    expect(new Set(codes).size).toBe(codes.length)
    for (let place = 0; place < CODE_LENGTH; place++) {
      const counts = new Map<string, number>()
      for (const code of codes) counts.set(code[place]!, (counts.get(code[place]!) ?? 0) + 1)
      expect(counts.size).toBe(62)
      const expected = codes.length / 62
      for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected))
    }
  })
})

test.each([
  ['', '0'],
  ['hush!', '5'],
  ['x'.repeat(15), '15'],
  [undefined, 'undefined'],
  [null, 'null'],
  [1234567890123456, 'a number'],
  [Buffer.alloc(32), 'an object'],
])('a secret that is too short or not a string is refused, and not shown: %j', (key, described) => {
  const refusal = new TypeError(`keyedSecrets takes a key of at least 16 characters, got ${described}`)
  expect(() => keyedSecrets(key as string)).toThrow(refusal)
  expect(() => keyedSecrets('x'.repeat(16))).not.toThrow()
})
