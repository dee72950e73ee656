import { isWebhookEndpointId, type WebhookEndpoint } from '../../model/webhooks/webhook-endpoint.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import { requireAccount } from '../accounts/read-account.js'

/** A webhook endpoint that an operator asks for; `accountName` and `id` may be any text. */
export type WebhookName = { readonly accountName: string; readonly id: string }

export class ReadWebhook {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute(name: WebhookName): Promise<WebhookEndpoint> {
    return this.deps.unitOfWork.run((stores) => requireEndpoint(stores, name))
  }
}

type EndpointStores = Pick<Stores, 'accounts' | 'webhookEndpoints'>

export async function requireEndpoint(
  stores: EndpointStores,
  { accountName, id }: WebhookName,
): Promise<WebhookEndpoint> {
  const account = await requireAccount(stores, accountName)
  return found(isWebhookEndpointId(id) ? await stores.webhookEndpoints.find(account.id, id) : null)
}

/** Like `requireEndpoint`, but locks the endpoint until the unit of work ends. */
export async function requireLockedEndpoint(stores: EndpointStores, name: WebhookName): Promise<WebhookEndpoint> {
  return found(await lockEndpoint(stores, name))
}

/** Like `requireLockedEndpoint`, but returns null if the endpoint is not found. */
export async function lockEndpoint(
  stores: EndpointStores,
  { accountName, id }: WebhookName,
): Promise<WebhookEndpoint | null> {
  const account = await requireAccount(stores, accountName)
  return isWebhookEndpointId(id) ? stores.webhookEndpoints.lock(account.id, id) : null
}

/** For requests that would send to the endpoint now. */
export function refuseDisabled({ id, disabled }: WebhookEndpoint): void {
  if (disabled === null) return
  throw new DomainError('webhook-endpoint-disabled', `The webhook endpoint ${id} is disabled: enable it first`)
}

function found(endpoint: WebhookEndpoint | null): WebhookEndpoint {
  if (endpoint !== null) return endpoint
  throw new DomainError('webhook-endpoint-not-found', 'No webhook endpoint of this account has this id')
}

/** Lists all endpoints of an account, oldest first. */
export class ListWebhooks {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ accountName }: { accountName: string }): Promise<readonly WebhookEndpoint[]> {
    return this.deps.unitOfWork.run(async (stores) =>
      stores.webhookEndpoints.of((await requireAccount(stores, accountName)).id),
    )
  }
}
