import { NOW, WEBHOOK_SECRET, after, unacknowledgedCommits, webhookFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { sealedSecretsOf } from '../../model/webhooks/webhook-endpoint.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { RotateWebhookSecret, type RotateWebhookSecretInput } from './rotate-webhook-secret.js'

const HOUR_MS = 3_600_000
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

async function open() {
  const fixture = await webhookFixture(inMemory({ now: NOW }))
  const { account, secrets, clock, unitOfWork } = fixture
  const endpoint = await fixture.hook({ failingSince: after(-9), isSlow: true })
  const name = { accountName: account.name, id: endpoint.id }
  return {
    ...fixture,
    endpoint,
    rotate: (given: Partial<RotateWebhookSecretInput> = {}, of: UnitOfWork = unitOfWork) =>
      new RotateWebhookSecret({ unitOfWork: of, clock, secrets }).execute({ ...name, ...given }),
    /** The secrets that sign after this delay. */
    signers: async (laterMs = 0) => {
      const kept = (await fixture.stored(endpoint))!
      return sealedSecretsOf(kept, new Date(NOW.getTime() + laterMs)).map((sealed) => secrets.unseal(sealed))
    },
  }
}

describe('a rotated secret', () => {
  test('is returned once and signs at once, together with the previous one for a day', async () => {
    const { rotate, signers, endpoint, stored } = await open()
    const { secret, endpoint: rotated } = await rotate()
    expect(secret).toMatch(/^whsec_/)
    expect(rotated).toEqual(await stored(endpoint))
    expect(await signers(24 * HOUR_MS - 1)).toEqual([secret, WEBHOOK_SECRET])
    expect(await signers(24 * HOUR_MS)).toEqual([secret])
  })

  test('may be given, and is then also returned', async () => {
    const { rotate, signers } = await open()
    expect((await rotate({ secret: OTHER_SECRET })).secret).toBe(OTHER_SECRET)
    expect(await signers()).toEqual([OTHER_SECRET, WEBHOOK_SECRET])
  })

  test.each([1, HOUR_MS, 7 * 24 * HOUR_MS])('keeps the previous one for %i ms', async (previousForMs) => {
    const { rotate, signers } = await open()
    const { secret } = await rotate({ previousForMs })
    expect(await signers(previousForMs - 1)).toEqual([secret, WEBHOOK_SECRET])
    expect(await signers(previousForMs)).toEqual([secret])
  })

  test('signs alone at once if the previous one is kept for 0 ms', async () => {
    const { rotate, signers } = await open()
    const { secret } = await rotate({ previousForMs: 0 })
    expect(await signers()).toEqual([secret])
  })

  test('leaves the rest of the endpoint unchanged', async () => {
    const { rotate, endpoint } = await open()
    const { endpoint: rotated } = await rotate()
    const { sealedSecret, previousSecret } = rotated
    expect(rotated).toEqual({ ...endpoint, sealedSecret, previousSecret })
  })

  test('that is given again changes nothing', async () => {
    const { rotate, signers, clock } = await open()
    await rotate({ secret: OTHER_SECRET })
    clock.advance(HOUR_MS)
    expect((await rotate({ secret: OTHER_SECRET })).secret).toBe(OTHER_SECRET)
    expect(await signers(24 * HOUR_MS - 1)).toEqual([OTHER_SECRET, WEBHOOK_SECRET])
  })

  test.each([{}, { secret: OTHER_SECRET }, { previousForMs: HOUR_MS }])(
    'is the returned one, and the previous one still signs, if the commit is not acknowledged: %j',
    async (given) => {
      const { rotate, signers, unitOfWork } = await open()
      const unacknowledged = unacknowledgedCommits(unitOfWork)
      unacknowledged.loseReplies()
      const { secret } = await rotate(given, unacknowledged)
      expect(await signers()).toEqual([secret, WEBHOOK_SECRET])
    },
  )

  test('is stored by each of two concurrent rotations in turn, and each call returns what it stored', async () => {
    const { rotate, signers } = await open()
    const [one, other] = await Promise.all([rotate(), rotate()])
    expect(new Set(await signers())).toEqual(new Set([one.secret, other.secret]))
  })

  test('may replace one that can no longer be unsealed', async () => {
    const { rotate, signers, change, endpoint } = await open()
    await change(endpoint, { sealedSecret: 'sealed under another secret of the service' })
    const { secret } = await rotate()
    expect(await signers()).toEqual([secret])
  })
})

describe('a rotation is refused', () => {
  test.each([-1, 7 * 24 * HOUR_MS + 1, 0.5, NaN, Infinity])(
    'if it keeps the previous secret for %d ms',
    async (previousForMs) => {
      const { rotate, signers } = await open()
      const refused = { code: 'invalid-input', details: { fields: [{ field: 'previousForMs' }] } }
      await expect(rotate({ previousForMs })).rejects.toMatchObject(refused)
      expect(await signers()).toEqual([WEBHOOK_SECRET])
    },
  )

  test('if the secret is invalid', async () => {
    const { rotate, signers } = await open()
    const refused = { code: 'invalid-input', details: { fields: [{ field: 'secret' }] } }
    await expect(rotate({ secret: 'whsec_short' })).rejects.toMatchObject(refused)
    expect(await signers()).toEqual([WEBHOOK_SECRET])
  })

  test('for an unknown endpoint or account', async () => {
    const { rotate } = await open()
    await expect(rotate({ id: 'whk_' })).rejects.toMatchObject({ code: 'webhook-endpoint-not-found' })
    await expect(rotate({ accountName: 'Nobody' })).rejects.toMatchObject({ code: 'account-not-found' })
  })
})
