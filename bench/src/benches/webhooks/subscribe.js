import { newWebhookEndpoint } from '@carillon/core'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** Adds an endpoint to the fixture's account. */
export async function subscribe({ deps, account }, { url, events, secret = SECRET }) {
  const [id, createdAt, sealedSecret] = [deps.ids.next('whk'), deps.clock.now(), deps.secrets.seal(secret)]
  const endpoint = newWebhookEndpoint({ id, account: account.id, url, events, sealedSecret, createdAt })
  await deps.unitOfWork.run(({ webhookEndpoints }) => webhookEndpoints.put(endpoint))
}

/** Removes all endpoints of the account. */
export async function unsubscribe({ deps, account }) {
  await deps.unitOfWork.run(async ({ webhookEndpoints }) => {
    for (const { id } of await webhookEndpoints.of(account.id)) await webhookEndpoints.remove(account.id, id)
  })
}
