import { describe, expect, test } from '@jest/globals'
import { CODE_LENGTH, groupBy, isCode, isWebhookSecret, type Secrets } from '@carillon/core'
import { ANN, BOB, ids } from '../fixtures/builders.js'

export function describeSecrets(open: () => Promise<Secrets>) {
  describe('secrets', () => {
    test('consist of characters that need no escaping, and are never repeated', async () => {
      const secrets = await open()
      const generated = Array.from({ length: 100 }, () => secrets.generate())
      for (const secret of generated) expect(secret).toMatch(/^[A-Za-z0-9_-]{16,}$/)
      expect(new Set(generated.map((secret) => secret.slice(0, 16))).size).toBe(100)
    })

    test('for webhooks have the form of Standard Webhooks, and are never repeated', async () => {
      const secrets = await open()
      const generated = Array.from({ length: 100 }, () => secrets.generateWebhookSecret())
      expect(generated.every(isWebhookSecret)).toBe(true)
      expect(new Set(generated).size).toBe(100)
    })

    test.each(['secret', '', 'pässwörd 🔑', 'x'.repeat(1_000)])(
      'match their own hash, which no other text matches: %s',
      async (secret) => {
        const secrets = await open()
        const hash = secrets.hash(secret)
        expect(secrets.matches(secret, hash)).toBe(true)
        for (const wrong of [`${secret}x`, `x${secret}`, secret.toUpperCase() + ' ']) {
          expect(secrets.matches(wrong, hash)).toBe(false)
        }
      },
    )

    test('cannot be read from their hash', async () => {
      const secrets = await open()
      expect(secrets.hash('open sesame')).not.toContain('open sesame')
    })

    test('match no text that is not a hash', async () => {
      const secrets = await open()
      for (const hash of ['', 'secret', '🔑']) expect(secrets.matches('secret', hash)).toBe(false)
    })

    test.each(['whsec_abc', '', 'with ünïcode 🔔', 'long '.repeat(1_000)])(
      'can be sealed and unsealed: %s',
      async (text) => {
        const secrets = await open()
        const sealed = secrets.seal(text)
        expect(secrets.unseal(sealed)).toBe(text)
        if (text !== '') expect(sealed).not.toContain(text)
      },
    )

    test('that were not sealed cannot be unsealed', async () => {
      const secrets = await open()
      for (const text of ['', 'plain text', 'whsec_abc']) expect(() => secrets.unseal(text)).toThrow()
    })

    test('provide pseudonyms that are stable, and differ for each account and number', async () => {
      const secrets = await open()
      const [ours, theirs] = [ids.next('acc'), ids.next('acc')]
      const pseudonym = secrets.pseudonymOf(ours, ANN)
      expect(secrets.pseudonymOf(ours, ANN)).toBe(pseudonym)
      const others = [
        secrets.pseudonymOf(ours, BOB),
        secrets.pseudonymOf(theirs, ANN),
        secrets.pseudonymOf(theirs, BOB),
      ]
      expect(new Set([pseudonym, ...others]).size).toBe(4)
      expect(pseudonym).not.toContain(ANN.slice(1))
    })

    test('provide link codes that are stable, and differ for each message and link', async () => {
      const secrets = await open()
      const messages = Array.from({ length: 50 }, () => ids.next('msg'))
      const codesOf = (link: string) => messages.map((message) => secrets.linkCodeOf(message, link))
      const codes = [...codesOf('go.acme.com/sale'), ...codesOf('go.acme.com/sale2'), ...codesOf('go.acme.com/Sale')]
      expect(codesOf('go.acme.com/sale')).toEqual(codes.slice(0, 50))
      expect(new Set(codes).size).toBe(150)
      expect(codes.every(isCode)).toBe(true)
      expect(codes.every((code) => code.length === CODE_LENGTH)).toBe(true)
    })

    test('provide one-time codes that have six digits, are stable, and are evenly distributed', async () => {
      const secrets = await open()
      const messages = Array.from({ length: 2_000 }, () => ids.next('msg'))
      const codes = messages.map((message) => secrets.oneTimeCodeOf(message))
      expect(messages.map((message) => secrets.oneTimeCodeOf(message))).toEqual(codes)
      expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true)
      expect(new Set(codes).size).toBeGreaterThan(1_950)
      for (let place = 0; place < 6; place++) {
        const counts = groupBy(codes, (code) => code[place]!)
        expect(counts.size).toBe(10)
        for (const same of counts.values()) expect(same.length).toBeGreaterThan(100)
      }
    })
  })
}
