import type { EventType } from '../../model/events/event.js'
import { newWebhookEndpoint, sortedTypes, type WebhookEndpoint } from '../../model/webhooks/webhook-endpoint.js'
import { WEBHOOK_RANGES, newWebhookFaults } from '../../model/webhooks/webhook-rules.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError, refuseFaults } from '../../values/errors.js'
import { requireLockedAccount } from '../accounts/read-account.js'

export type AddWebhookInput = {
  readonly accountName: string
  readonly url: string
  readonly events: readonly EventType[]
  /** If absent, a random secret is generated. */
  readonly secret?: string | undefined
}

/** The secret is returned here and never again. */
export type WebhookWithSecret = { readonly endpoint: WebhookEndpoint; readonly secret: string }

export class AddWebhook {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids; secrets: Secrets }) {}

  async execute({ accountName, url, events, secret: given }: AddWebhookInput): Promise<WebhookWithSecret> {
    refuseFaults(newWebhookFaults({ url, events, secret: given }))
    const { clock, ids, secrets, unitOfWork } = this.deps
    const secret = given ?? secrets.generateWebhookSecret()
    const fresh = { id: ids.next('whk'), createdAt: clock.now(), sealedSecret: secrets.seal(secret) }
    return unitOfWork.run(async (stores) => {
      const account = await requireLockedAccount(stores, accountName)
      const stored = await stores.webhookEndpoints.of(account.id)
      // Already stored by a commit that was not acknowledged.
      const kept = stored.find(({ id }) => id === fresh.id)
      if (kept !== undefined) return { endpoint: kept, secret }
      refuseTaken(stored, url)
      refuseOneMore(stored)
      const endpoint = newWebhookEndpoint({ ...fresh, account: account.id, url, events: sortedTypes(events) })
      await stores.webhookEndpoints.put(endpoint)
      return { endpoint, secret }
    })
  }
}

/** The caller has locked the account, so that no other endpoint takes the URL meanwhile. */
export function refuseTaken(others: readonly WebhookEndpoint[], url: string): void {
  const taker = others.find((other) => other.url === url)
  if (taker === undefined) return
  const message = `The webhook endpoint ${taker.id} of this account already has this URL`
  throw new DomainError('webhook-endpoint-taken', message, { id: taker.id })
}

function refuseOneMore({ length }: readonly WebhookEndpoint[]): void {
  const { max } = WEBHOOK_RANGES.webhooks
  if (length < max) return
  throw new DomainError(
    'too-many-webhook-endpoints',
    `An account can have at most ${max} webhook endpoints: remove one first`,
  )
}
