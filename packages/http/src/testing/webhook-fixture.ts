import { EVENT_TYPES, type WebhookResponse, type WebhookPost, type WebhookSender } from '@carillon/core'
import { openSchedules } from './schedule-fixture.js'
import { workLanes } from './work-lanes.js'

type Adapters = Parameters<typeof openSchedules>[0] & {
  readonly webhookSender: WebhookSender & {
    readonly posts: readonly WebhookPost[]
    readonly nextAnswers: WebhookResponse[]
  }
}

const HOOK = 'https://hooks.example.com/carillon'
export const WEBHOOKS = '/accounts/Acme/webhooks'

/** Acme with one webhook for all events, and jobs that run only on demand. */
export async function openWebhooks<A extends Adapters>(adapters: A) {
  const fixture = await openSchedules(adapters)
  const { admin, useCases, webhookSender } = fixture
  const webhook = (await admin('POST', WEBHOOKS, { body: { url: HOOK, events: EVENT_TYPES } })).body
  /** Runs all due deliveries, and returns the posts that they made. */
  async function deliver(): Promise<readonly WebhookPost[]> {
    const before = webhookSender.posts.length
    while ((await useCases.relayEvents.execute()) > 0);
    for (const lane of ['webhooks', 'slow-webhooks'] as const) await workLanes(useCases, [lane])
    return webhookSender.posts.slice(before)
  }
  return {
    ...fixture,
    webhook,
    path: `${WEBHOOKS}/${webhook.id}`,
    deliver,
    /** Triggers an event and its delivery with the given response of the endpoint. Returns the id of the event. */
    async told(answer?: WebhookResponse, happen: () => Promise<unknown> = () => fixture.send()): Promise<string> {
      if (answer !== undefined) webhookSender.nextAnswers.push(answer)
      await happen()
      return (await deliver())[0]!.id
    },
  }
}
