import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { EventType } from '../events/event.js'
import { deliveryJob } from '../webhooks/delivery-job.js'
import { sealedSecretsOf, type WebhookEndpoint } from '../webhooks/webhook-endpoint.js'
import type { AccountDeclaration } from './account-declaration.js'
import { ApplyAccount } from './apply-account.js'

function open() {
  const adapters = inMemory()
  const applyAccount = new ApplyAccount(adapters)
  /** Applies a declaration of Acme. */
  const apply = (declaration: Partial<AccountDeclaration>, { prune = false } = {}) =>
    applyAccount.execute({ declaration: { name: 'Acme', ...declaration }, prune })
  return { ...adapters, apply }
}

const WEBHOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const webhook = { url: 'https://a.example.com', events: ['message.sent'] } as const

describe('declared webhooks', () => {
  const at = new Date('2026-02-28T12:00:00.000Z')

  test.each<Partial<WebhookEndpoint>>([
    { failingSince: at, isSlow: true },
    { failingSince: at, disabled: { at, reason: 'failing' } },
    { disabled: { at, reason: 'operator' } },
  ])('stay as healthy as they were, and that is no change: %j', async (health) => {
    const { apply, unitOfWork } = open()
    const [made] = (await apply({ webhooks: [webhook] })).parts.webhooks
    const sick = { ...made!, ...health }
    await unitOfWork.run(({ webhookEndpoints }) => webhookEndpoints.put(sick))
    expect(await apply({ webhooks: [webhook] })).toMatchObject({ changes: [], parts: { webhooks: [sick] } })
    const events: EventType[] = ['link.clicked', 'message.sent']
    const changed = await apply({ webhooks: [{ ...webhook, events }] })
    expect(changed).toMatchObject({
      changes: ['webhooks: changed https://a.example.com'],
      parts: { webhooks: [{ ...sick, events }] },
    })
  })

  test('that name a type twice, or in another order, are the same', async () => {
    const { apply } = open()
    await apply({ webhooks: [{ ...webhook, events: ['message.sent', 'link.clicked'] }] })
    const again = await apply({ webhooks: [{ ...webhook, events: ['link.clicked', 'message.sent', 'link.clicked'] }] })
    expect(again.changes).toEqual([])
  })

  test('that are pruned go with their jobs', async () => {
    const { apply, unitOfWork, clock } = open()
    const { account, parts } = await apply({ webhooks: [webhook] })
    const [endpoint] = parts.webhooks
    await unitOfWork.run(({ jobs }) => jobs.put([deliveryJob(endpoint!, clock.now())]))
    await apply({}, { prune: true })
    const due = { lane: 'webhooks', now: clock.now(), after: null, limit: 10 } as const
    expect(await unitOfWork.run(({ jobs }) => jobs.accountsDue(due))).toEqual([])
    expect(await unitOfWork.run(({ webhookEndpoints }) => webhookEndpoints.of(account.id))).toEqual([])
  })
})

describe('secrets', () => {
  test('of webhooks are sealed, made up where they are left out, told once, and stay', async () => {
    const { apply, secrets } = open()
    const { parts } = await apply({ webhooks: [webhook] })
    const [made] = parts.webhooks
    expect([...parts.newWebhookSecrets]).toEqual([[webhook.url, secrets.unseal(made!.sealedSecret)]])
    expect(secrets.unseal(made!.sealedSecret)).toMatch(/^whsec_/)
    const again = (await apply({ webhooks: [webhook] })).parts
    expect(again).toMatchObject({ webhooks: [made], newWebhookSecrets: new Map() })
  })

  test('of webhooks that are declared replace those before, and are not told', async () => {
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

  test('of webhooks that are replaced sign on for a day, and the second run leaves that as it is', async () => {
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

  test('of webhooks that nobody can read any more are replaced by those that are declared', async () => {
    const { apply, unitOfWork, secrets } = open()
    const [made] = (await apply({ webhooks: [webhook] })).parts.webhooks
    await unitOfWork.run(({ webhookEndpoints }) => webhookEndpoints.put({ ...made!, sealedSecret: 'sealed elsewhere' }))
    const { webhooks } = (await apply({ webhooks: [{ ...webhook, secret: WEBHOOK_SECRET }] })).parts
    expect(webhooks[0]).toMatchObject({ sealedSecret: secrets.seal(WEBHOOK_SECRET), previousSecret: null })
  })
})
