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
  test('signs at once, and the previous secret also signs for exactly a day', () => {
    const one = rotated(endpoint(), SECOND)
    expect(signers(one, 0)).toEqual([SECOND, FIRST])
    expect(signers(one, 24 * HOUR_S - 0.001)).toEqual([SECOND, FIRST])
    expect(signers(one, 24 * HOUR_S)).toEqual([SECOND])
  })

  test('lets the previous secret sign for as long as requested', () => {
    const one = rotated(endpoint(), SECOND, { previousForMs: HOUR_S * 1_000 })
    expect(signers(one, HOUR_S - 1)).toEqual([SECOND, FIRST])
    expect(signers(one, HOUR_S)).toEqual([SECOND])
  })

  test('signs alone at once if the previous secret expires at once', () => {
    const one = rotated(endpoint(), SECOND, { previousForMs: 0 })
    expect(one.previousSecret).toBeNull()
    expect(signers(one, 0)).toEqual([SECOND])
  })

  test('signs together with at most one previous secret', () => {
    const one = rotated(rotated(endpoint(), SECOND), THIRD, { now: after(HOUR_S) })
    expect(signers(one, HOUR_S)).toEqual([THIRD, SECOND])
    expect(signers(one, 25 * HOUR_S)).toEqual([THIRD])
  })

  test('leaves the rest of the endpoint unchanged', () => {
    const before = endpoint({ failingSince: NOW, isSlow: true, disabled: { at: NOW, reason: 'gone' } })
    const { sealedSecret, previousSecret } = rotated(before, SECOND)
    expect(rotated(before, SECOND)).toEqual({ ...before, sealedSecret, previousSecret })
  })

  test('signs alone if the previous secret can no longer be unsealed', () => {
    const one = rotated(endpoint({ sealedSecret: 'sealed under another secret of the service' }), SECOND)
    expect(signers(one, 0)).toEqual([SECOND])
  })
})

describe('setting the current secret again', () => {
  test('changes nothing, and the previous secret keeps signing', () => {
    const one = rotated(endpoint(), SECOND)
    expect(rotated(one, SECOND, { now: after(HOUR_S) })).toBe(one)
  })

  test('ends the previous secret at once if `previousForMs` is 0', () => {
    const one = rotated(rotated(endpoint(), SECOND), SECOND, { previousForMs: 0 })
    expect(signers(one, 0)).toEqual([SECOND])
  })
})
