import { declaringFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { EventType } from '../../model/events/event.js'
import { deliveryJob, type WebhookEndpoint } from '../../model/webhooks/webhook-endpoint.js'

const open = () => declaringFixture(inMemory())

const webhook = { url: 'https://a.example.com', events: ['message.sent'] } as const

describe('declared webhooks', () => {
  const at = new Date('2026-02-28T12:00:00.000Z')

  test.each<Partial<WebhookEndpoint>>([
    { failingSince: at, isSlow: true },
    { failingSince: at, disabled: { at, reason: 'failing' } },
    { disabled: { at, reason: 'operator' } },
  ])('keep their health, which does not count as a change: %j', async (health) => {
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

  test('are unchanged if the event types are repeated or reordered', async () => {
    const { apply } = open()
    await apply({ webhooks: [{ ...webhook, events: ['message.sent', 'link.clicked'] }] })
    const again = await apply({ webhooks: [{ ...webhook, events: ['link.clicked', 'message.sent', 'link.clicked'] }] })
    expect(again.changes).toEqual([])
  })

  test('are removed together with their jobs if they are pruned', async () => {
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
