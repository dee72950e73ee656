import type { CarrierConnection } from '@carillon/core'
import type { CarrierContext } from '../carrier-context.js'
import { bounded } from '../http/bounded.js'
import { HttpClient } from '../http/exchange.js'
import { submitEach } from '../http/submit-each.js'
import { CONNECTIONS_DEFAULT } from '../settings/setting-fields.js'
import { checkVonage } from './check.js'
import { authorizationOf, secretsOf } from './credentials.js'
import { vonageOutcome } from './outcome.js'
import { requestBodyOf } from './request-body.js'
import { VONAGE_URL, type VonageSettings } from './settings.js'
import { vonageWebhooks } from './webhooks.js'

export { VONAGE_FIELDS, type VonageSettings } from './settings.js'

/**
 * Vonage's Messages API. It recognises no repeated submission and cannot be asked for one: what is unknown is resolved
 * by a status, which returns the reference.
 */
export function vonage(settings: VonageSettings, context: CarrierContext): CarrierConnection {
  const authorization = authorizationOf(settings)
  const secrets = secretsOf(settings)
  const http = new HttpClient({
    baseUrl: settings.baseUrl ?? VONAGE_URL,
    connections: settings.connections ?? CONNECTIONS_DEFAULT,
  })
  return bounded({
    provider: {
      deduplicates: false,
      canBeAsked: false,
      submit: (messages, { deadlineMs }) =>
        submitEach(messages, async (message) => {
          const header = authorization()
          const request = {
            method: 'POST' as const,
            path: '/v1/messages',
            headers: {
              authorization: header,
              'content-type': 'application/json',
              accept: 'application/json',
            },
            body: JSON.stringify(requestBodyOf(message, context.receiptUrl)),
          }
          return vonageOutcome(await http.exchange(request, deadlineMs), [...secrets, header.split(' ')[1]])
        }),
      find: async (references) => references.map(() => ({ kind: 'unknown' })),
    },
    webhooks: vonageWebhooks(settings),
    directory: null,
    check: ({ deadlineMs }) => checkVonage(http, settings, context, deadlineMs),
    optOuts: null,
    close: () => http.close(),
  })
}
