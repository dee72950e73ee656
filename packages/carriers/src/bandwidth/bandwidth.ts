import type { CarrierConnection, Submission, SubmissionOutcome } from '@carillon/core'
import type { CarrierContext } from '../carrier-context.js'
import { bounded } from '../http/bounded.js'
import { HttpClient } from '../http/exchange.js'
import { submitEach } from '../http/submit-each.js'
import { CONNECTIONS_DEFAULT } from '../settings/setting-fields.js'
import { credentialsOf } from './access.js'
import { findingsOf, type Probe } from './check.js'
import { BANDWIDTH_URL, type BandwidthSettings } from './settings.js'
import { messageOf, submissionOutcome } from './submission.js'
import { bandwidthWebhooks } from './webhooks.js'

/**
 * Bandwidth's Messaging API. It recognizes no repeated submission and cannot be asked for one: what is unknown is
 * resolved by a callback, which returns the reference as `tag`. The callback URLs are those of the application.
 */
export function bandwidth(
  settings: BandwidthSettings,
  context: CarrierContext,
  now: () => number = () => Date.now(),
): CarrierConnection {
  const { accountId, applicationId, baseUrl = BANDWIDTH_URL, connections = CONNECTIONS_DEFAULT } = settings
  const credentials = credentialsOf(settings, now)
  const webhooks = bandwidthWebhooks(settings)
  const client = new HttpClient({ baseUrl, connections, headers: { accept: 'application/json' } })
  const path = `/users/${encodeURIComponent(accountId)}/messages`

  async function submitOne(message: Submission, deadlineMs: number): Promise<SubmissionOutcome> {
    const endsAt = performance.now() + deadlineMs
    const access = await credentials.access(deadlineMs)
    if (access.kind === 'none') return access.outcome
    const { authorization, isNew } = access
    const headers = { authorization, 'content-type': 'application/json' }
    const body = JSON.stringify(messageOf(message, applicationId))
    const exchange = await client.exchange({ method: 'POST', path, headers, body }, endsAt - performance.now())
    if (exchange.kind === 'answered' && exchange.status === 401) {
      credentials.forget(authorization)
      // A token that was accepted before has ended early: the next attempt gets a new one.
      if (!isNew) return { kind: 'try-later', afterMs: null }
    }
    return submissionOutcome(exchange, [authorization.split(' ')[1], settings.clientSecret, settings.password])
  }

  /** Lists at most one message, which costs nothing. */
  async function probe(deadlineMs: number): Promise<Probe> {
    const endsAt = performance.now() + deadlineMs
    const access = await credentials.access(deadlineMs)
    if (access.kind === 'none') return access
    const { authorization } = access
    const list = `${path}?messageDirection=OUTBOUND&limit=1`
    const exchange = await client.exchange(
      { method: 'GET', path: list, headers: { authorization } },
      endsAt - performance.now(),
    )
    return { kind: 'probed', exchange }
  }

  return bounded({
    provider: {
      deduplicates: false,
      canBeAsked: false,
      submit: (messages, { deadlineMs }) => submitEach(messages, (message) => submitOne(message, deadlineMs)),
      find: async (references) => references.map(() => ({ kind: 'unknown' })),
    },
    webhooks,
    directory: null,
    check: async ({ deadlineMs }) => findingsOf(await probe(deadlineMs), context),
    optOuts: null,
    async close() {
      await client.close()
      await credentials.close()
    },
  })
}
