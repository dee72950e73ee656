import type { Adapters } from '@carillon/core'
import type { CreateApiOptions } from '../create-api.js'
import { SALE, openMessaging } from './messaging-fixture.js'
import { rawRequest, type RawRequest } from './raw-request.js'

export const LINK_HOST = 'go.acme.com'

/** An account with a registered link that was sent in a text, and functions that follow it. */
export async function openLinks(adapters: Adapters, options: Partial<CreateApiOptions> = {}) {
  const fixture = await openMessaging(adapters, options)
  await fixture.declare({ trackingLinks: [SALE] })
  const { id, body: url } = (await fixture.send({ body: '{{trackingLink "go.acme.com/sale"}}' })).body
  const get = (path: string, headers: RawRequest['headers'] = { host: LINK_HOST }, method = 'GET') =>
    rawRequest(fixture.url, { method, path, headers })
  return {
    ...fixture,
    get,
    path: new URL(url).pathname,
    clicks: async () => (await fixture.api('GET', `/messaging/message/${id}/clicks`)).body.results[0],
    /** The target of the redirect, or the status if there is no redirect. */
    leads: async (...asked: Parameters<typeof get>) => {
      const { status, headers } = await get(...asked)
      return headers.location ?? status
    },
  }
}
