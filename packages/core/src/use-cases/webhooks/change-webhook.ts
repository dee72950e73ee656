import type { EventType } from '../../model/events/event.js'
import {
  deliveryJob,
  disabledAt,
  enabled,
  withUrl,
  sortedTypes,
  type WebhookEndpoint,
} from '../../model/webhooks/webhook-endpoint.js'
import { changedWebhookFaults } from '../../model/webhooks/webhook-rules.js'
import type { Clock } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { refuseFaults } from '../../values/errors.js'
import { requireLockedAccount } from '../accounts/read-account.js'
import { refuseTaken } from './add-webhook.js'
import { requireLockedEndpoint, type WebhookName } from './read-webhook.js'

export type ChangeWebhookInput = WebhookName & {
  readonly url?: string | undefined
  readonly events?: readonly EventType[] | undefined
  readonly isEnabled?: boolean | undefined
}

/** Changes the given fields. Deliveries that waited for a disabled endpoint continue once it is enabled. */
export class ChangeWebhook {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  async execute({ url, events, isEnabled, ...name }: ChangeWebhookInput): Promise<WebhookEndpoint> {
    refuseFaults(changedWebhookFaults({ url, events }))
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const others = url === undefined ? [] : await lockNeighbours(stores, name)
      const before = await requireLockedEndpoint(stores, name)
      if (url !== undefined) refuseTaken(others, url)
      const moved = url === undefined ? before : withUrl(before, url)
      const subscribed = events === undefined ? moved : { ...moved, events: sortedTypes(events) }
      const endpoint =
        isEnabled === undefined ? subscribed : isEnabled ? enabled(subscribed) : disabledAt(subscribed, now)
      await stores.webhookEndpoints.put(endpoint)
      if (isEnabled) await wakeAtNext(stores, endpoint)
      return endpoint
    })
  }
}

/** Returns the account's other endpoints, and locks the account so that none of them can get the same URL now. */
async function lockNeighbours(stores: Stores, { accountName, id }: WebhookName): Promise<readonly WebhookEndpoint[]> {
  const account = await requireLockedAccount(stores, accountName)
  return (await stores.webhookEndpoints.of(account.id)).filter((other) => other.id !== id)
}

async function wakeAtNext({ deliveries, jobs }: Stores, endpoint: WebhookEndpoint): Promise<void> {
  const nextAt = await deliveries.nextAt(endpoint)
  if (nextAt !== null) await jobs.wake([deliveryJob(endpoint, nextAt)])
}
