import { declaringFixture, WEBHOOK_SECRET } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { sealedSecretsOf } from '../../model/webhooks/webhook-endpoint.js'
import { ApplyAccount } from './apply-account.js'

const open = () => declaringFixture(inMemory())

describe('the secrets of keys', () => {
  test('are generated for a new key if they are omitted, returned once, and kept', async () => {
    const fixture = open()
    const { account, parts } = await fixture.apply({
      apiKeys: [{ id: 'key_a' }, { id: 'key_b', secret: 'a-secret-known-before' }],
    })
    expect([...parts.newKeySecrets.keys()]).toEqual(['key_a'])
    const again = await fixture.apply({ apiKeys: [{ id: 'key_a' }, { id: 'key_b' }] })
    expect(again).toMatchObject({ changes: [], parts: { newKeySecrets: new Map() } })
    expect(await fixture.enter('key_a', parts.newKeySecrets.get('key_a')!)).toEqual(account)
    expect(await fixture.enter('key_b', 'a-secret-known-before')).toEqual(account)
  })

  test('that have changed replace the earlier secrets', async () => {
    const fixture = open()
    await fixture.apply({ apiKeys: [{ id: 'key_a', secret: 'the-secret-of-old' }] })
    const { account, changes } = await fixture.apply({ apiKeys: [{ id: 'key_a', secret: 'the-secret-of-now' }] })
    expect(changes).toEqual(['apiKeys: changed key_a'])
    expect(await fixture.enter('key_a', 'the-secret-of-now')).toEqual(account)
    await expect(fixture.enter('key_a', 'the-secret-of-old')).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})

const webhook = { url: 'https://a.example.com', events: ['message.sent'] } as const

describe('the secrets of webhooks', () => {
  test('are sealed, generated if they are omitted, returned once, and kept', async () => {
    const { apply, secrets } = open()
    const { parts } = await apply({ webhooks: [webhook] })
    const [made] = parts.webhooks
    expect([...parts.newWebhookSecrets]).toEqual([[webhook.url, secrets.unseal(made!.sealedSecret)]])
    expect(secrets.unseal(made!.sealedSecret)).toMatch(/^whsec_/)
    const again = (await apply({ webhooks: [webhook] })).parts
    expect(again).toMatchObject({ webhooks: [made], newWebhookSecrets: new Map() })
  })

  test('that are declared replace the earlier ones, and are not returned', async () => {
    const { apply, secrets } = open()
    const [made] = (await apply({ webhooks: [webhook] })).parts.webhooks
    const declared = { webhooks: [{ ...webhook, secret: WEBHOOK_SECRET }] }
    const { webhooks, newWebhookSecrets } = (await apply(declared)).parts
    expect(newWebhookSecrets.size).toBe(0)
    expect(webhooks[0]).toMatchObject({ id: made!.id })
    expect(webhooks[0]!.sealedSecret).not.toContain(WEBHOOK_SECRET)
    expect(secrets.unseal(webhooks[0]!.sealedSecret)).toBe(WEBHOOK_SECRET)
    expect((await apply(declared)).changes).toEqual([])
  })

  test('that are replaced keep signing for a day, and a second run does not change that', async () => {
    const { apply, secrets, clock } = open()
    const [made] = (await apply({ webhooks: [webhook] })).parts.webhooks
    const declared = { webhooks: [{ ...webhook, secret: WEBHOOK_SECRET }] }
    const replaced = await apply(declared)
    const signersAt = (instant: Date) =>
      sealedSecretsOf(replaced.parts.webhooks[0]!, instant).map((sealed) => secrets.unseal(sealed))
    expect(replaced.changes).toEqual(['webhooks: changed https://a.example.com'])
    expect(signersAt(clock.now())).toEqual([WEBHOOK_SECRET, secrets.unseal(made!.sealedSecret)])
    expect(signersAt(new Date(clock.now().getTime() + 24 * 3_600_000))).toEqual([WEBHOOK_SECRET])
    clock.advance(3_600_000)
    expect(await apply(declared)).toMatchObject({ changes: [], parts: { webhooks: replaced.parts.webhooks } })
    expect(await apply({ webhooks: [webhook] })).toMatchObject({ changes: [] })
  })

  test('that can no longer be unsealed are replaced by the declared ones', async () => {
    const { apply, unitOfWork, secrets } = open()
    const [made] = (await apply({ webhooks: [webhook] })).parts.webhooks
    await unitOfWork.run(({ webhookEndpoints }) => webhookEndpoints.put({ ...made!, sealedSecret: 'sealed elsewhere' }))
    const { webhooks } = (await apply({ webhooks: [{ ...webhook, secret: WEBHOOK_SECRET }] })).parts
    expect(webhooks[0]).toMatchObject({ sealedSecret: secrets.seal(WEBHOOK_SECRET), previousSecret: null })
  })
})

test('applying a declaration returns the stored secrets, even if the unit of work ran twice because its commit was not acknowledged', async () => {
  const fixture = open()
  const { unitOfWork, secrets } = fixture
  const run: typeof unitOfWork.run = async (work) => {
    await unitOfWork.run(work)
    return unitOfWork.run(work)
  }
  const { parts } = await new ApplyAccount({ ...fixture, unitOfWork: { run, runOne: run } }).execute({
    declaration: {
      name: 'Acme',
      apiKeys: [{ id: 'key_a' }],
      webhooks: [{ url: 'https://a.example.com', events: ['message.sent'] }],
    },
    prune: false,
  })
  const [webhook] = parts.webhooks
  expect(parts.newWebhookSecrets.get('https://a.example.com')).toBe(secrets.unseal(webhook!.sealedSecret))
  expect(secrets.matches(parts.newKeySecrets.get('key_a')!, parts.apiKeys[0]!.secretHash)).toBe(true)
})
