import type { CarrierFinding } from '@carillon/core'
import type { CarrierContext } from '../carrier-context.js'
import type { HttpExchange } from '../http/exchange.js'
import type { Access } from './access.js'

/** The answer to a cheap request with the credentials. */
export type Probe = (Access & { readonly kind: 'none' }) | { readonly kind: 'probed'; readonly exchange: HttpExchange }

/** The messaging API tells neither which numbers an application has, nor its callback URLs. */
export function findingsOf(probe: Probe, context: CarrierContext): readonly CarrierFinding[] {
  return [accessFinding(probe), ...webhookFindings(context)]
}

function accessFinding(probe: Probe): CarrierFinding {
  if (probe.kind === 'none') {
    const { outcome } = probe
    if (outcome.kind === 'refused') return { subject: 'credentials', state: 'bad', message: outcome.message }
    return { subject: 'connection', state: 'bad', message: "Bandwidth's server for tokens cannot be reached" }
  }
  const { exchange } = probe
  if (exchange.kind !== 'answered')
    return { subject: 'connection', state: 'bad', message: 'Bandwidth cannot be reached' }
  switch (exchange.status) {
    case 200:
      return { subject: 'credentials', state: 'good', message: 'Bandwidth accepts the credentials for accountId' }
    case 401:
    case 403:
    case 404:
      return {
        subject: 'credentials',
        state: 'bad',
        message: 'Bandwidth does not accept the credentials for accountId',
      }
    default:
      return { subject: 'credentials', state: 'unknown', message: `Bandwidth answered with ${exchange.status}` }
  }
}

function webhookFindings({ receiptUrl, inboundUrl }: CarrierContext): readonly CarrierFinding[] {
  if (receiptUrl === null || inboundUrl === null) {
    const message = 'No publicUrl is set, so Bandwidth cannot report anything'
    return [{ subject: 'webhooks', state: 'bad', message }]
  }
  const message =
    'Bandwidth cannot tell its callback URLs: check in the dashboard that those of the application are ' +
    `${inboundUrl} for inbound messages and ${receiptUrl} for statuses`
  return [{ subject: 'webhooks', state: 'unknown', message }]
}
