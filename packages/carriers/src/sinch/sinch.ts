import type { CarrierConnection } from '@carillon/core'
import type { CarrierContext } from '../carrier-context.js'
import { bearerOf } from '../http/bearer.js'
import { bounded } from '../http/bounded.js'
import { HttpClient } from '../http/exchange.js'
import { submitEach } from '../http/submit-each.js'
import { CONNECTIONS_DEFAULT } from '../settings/setting-fields.js'
import { absences } from './absences.js'
import { checkSinch } from './check.js'
import { find } from './find.js'
import { baseUrlOf, FIND_GRACE_MS_DEFAULT, type SinchSettings } from './settings.js'
import { batchOf, submissionOutcome } from './submission.js'
import { sinchWebhooks } from './webhooks.js'

/**
 * Sinch's SMS API. It recognizes no repeated submission, but lists the batches with a reference, so it can be asked for
 * an unknown outcome.
 */
export function sinch(
  settings: SinchSettings,
  context: CarrierContext,
  now: () => number = () => Date.now(),
): CarrierConnection {
  const { servicePlanId, apiToken, connections = CONNECTIONS_DEFAULT, findGraceMs = FIND_GRACE_MS_DEFAULT } = settings
  const headers = { authorization: bearerOf('Sinch: apiToken', apiToken), accept: 'application/json' }
  const client = new HttpClient({ baseUrl: baseUrlOf(settings), connections, headers })
  const path = `/xms/v1/${encodeURIComponent(servicePlanId)}`
  const search = { client, path, absences: absences({ graceMs: findGraceMs, now }), now }
  return bounded({
    provider: {
      deduplicates: false,
      canBeAsked: true,
      submit: (messages, { deadlineMs }) =>
        submitEach(messages, (message) =>
          search.absences.during(message.reference, async () => {
            const request = {
              method: 'POST',
              path: `${path}/batches`,
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(batchOf(message, context.receiptUrl)),
            } as const
            return submissionOutcome(await client.exchange(request, deadlineMs), apiToken)
          }),
        ),
      find: (references, { deadlineMs }) =>
        Promise.all(references.map((reference) => find(search, reference, deadlineMs))),
    },
    webhooks: sinchWebhooks(settings),
    directory: null,
    check: ({ deadlineMs }) => checkSinch(client, path, context, deadlineMs),
    optOuts: null,
    close: () => client.close(),
  })
}
