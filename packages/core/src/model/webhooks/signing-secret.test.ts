import { NOW, aWebhookEndpoint, after, ids } from '@carillon/contracts'
import { FakeSecrets } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { signingWith } from './signing-secret.js'
import { sealedSecretsOf, type WebhookEndpoint } from './webhook-endpoint.js'

const secrets = new FakeSecrets()
const [FIRST, SECOND, THIRD] = ['first', 'second', 'third'] as const
const HOUR_S = 3_600

const endpoint = (given: Partial<WebhookEndpoint> = {}) =>
  aWebhookEndpoint({ account: ids.next('acc'), sealedSecret: secrets.seal(FIRST), ...given })
const signers = (one: WebhookEndpoint, seconds: number) =>
  sealedSecretsOf(one, after(seconds)).map((sealed) => secrets.unseal(sealed))
const rotated = (one: WebhookEndpoint, secret: string, given: { now?: Date; previousForMs?: number } = {}) =>
  signingWith(one, secret, { secrets, now: NOW, ...given })

describe('a secret that replaces another', () => {
  test('signs from then on, and the one before it signs after it for a day, to the second', () => {
    const one = rotated(endpoint(), SECOND)
    expect(signers(one, 0)).toEqual([SECOND, FIRST])
    expect(signers(one, 24 * HOUR_S - 0.001)).toEqual([SECOND, FIRST])
    expect(signers(one, 24 * HOUR_S)).toEqual([SECOND])
  })

  test('leaves the one before it as long as is asked', () => {
    const one = rotated(endpoint(), SECOND, { previousForMs: HOUR_S * 1_000 })
    expect(signers(one, HOUR_S - 1)).toEqual([SECOND, FIRST])
    expect(signers(one, HOUR_S)).toEqual([SECOND])
  })

  test('signs alone at once where the one before it is left no time', () => {
    const one = rotated(endpoint(), SECOND, { previousForMs: 0 })
    expect(one.previousSecret).toBeNull()
    expect(signers(one, 0)).toEqual([SECOND])
  })

  test('never signs with more than the one before it', () => {
    const one = rotated(rotated(endpoint(), SECOND), THIRD, { now: after(HOUR_S) })
    expect(signers(one, HOUR_S)).toEqual([THIRD, SECOND])
    expect(signers(one, 25 * HOUR_S)).toEqual([THIRD])
  })

  test('leaves all else as it is', () => {
    const before = endpoint({ failingSince: NOW, isSlow: true, disabled: { at: NOW, reason: 'gone' } })
    const { sealedSecret, previousSecret } = rotated(before, SECOND)
    expect(rotated(before, SECOND)).toEqual({ ...before, sealedSecret, previousSecret })
  })

  test('signs alone where the one before it cannot be read any more', () => {
    const one = rotated(endpoint({ sealedSecret: 'sealed under another secret of the service' }), SECOND)
    expect(signers(one, 0)).toEqual([SECOND])
  })
})

describe('the secret that signs already', () => {
  test('changes nothing, and ends nothing', () => {
    const one = rotated(endpoint(), SECOND)
    expect(rotated(one, SECOND, { now: after(HOUR_S) })).toBe(one)
  })

  test('ends the one before it where that is left no time', () => {
    const one = rotated(rotated(endpoint(), SECOND), SECOND, { previousForMs: 0 })
    expect(signers(one, 0)).toEqual([SECOND])
  })
})
