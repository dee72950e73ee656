import type { CarrierFinding } from '@carillon/core'
import type { CarrierContext } from '../carrier-context.js'
import { type HttpClient } from '../http/exchange.js'
import { at, readJson, textAt } from '../http/read-json.js'
import { basicOf } from './credentials.js'
import type { VonageSettings } from './settings.js'

/** Reads the application, which costs nothing: it needs the key and the secret, and names the webhook URLs. */
export async function checkVonage(
  http: HttpClient,
  settings: VonageSettings,
  context: CarrierContext,
  deadlineMs: number,
): Promise<readonly CarrierFinding[]> {
  const { applicationId } = settings
  const path = applicationId === undefined ? '?page_size=1' : `/${encodeURIComponent(applicationId)}`
  const headers = { authorization: basicOf(settings), accept: 'application/json' }
  const exchange = await http.exchange({ method: 'GET', path: `/v2/applications${path}`, headers }, deadlineMs)
  if (exchange.kind !== 'answered') {
    return [{ subject: 'connection', state: 'bad', message: 'Vonage cannot be reached' }]
  }
  if (exchange.status === 401 || exchange.status === 403) {
    return [{ subject: 'credentials', state: 'bad', message: 'Vonage does not accept apiKey and apiSecret' }]
  }
  if (exchange.status === 404) {
    const message =
      applicationId === undefined
        ? 'Vonage has no list of applications for apiKey at baseUrl'
        : 'Vonage has no application with this applicationId'
    return [{ subject: 'credentials', state: 'bad', message }]
  }
  if (exchange.status !== 200) {
    return [{ subject: 'credentials', state: 'unknown', message: `Vonage answered with ${exchange.status}` }]
  }
  const good: CarrierFinding = { subject: 'credentials', state: 'good', message: 'Vonage accepts apiKey and apiSecret' }
  return [good, ...webhookFindings(applicationId === undefined ? null : readJson(exchange.body), context)]
}

function webhookFindings(application: unknown, context: CarrierContext): readonly CarrierFinding[] {
  if (context.receiptUrl === null || context.inboundUrl === null) {
    return [{ subject: 'webhooks', state: 'bad', message: 'No publicUrl is set, so Vonage cannot report anything' }]
  }
  if (application === null) {
    const message = 'Without applicationId, check in the dashboard that inbound messages are sent to Carillon'
    return [{ subject: 'webhooks', state: 'unknown', message }]
  }
  return [
    webhookFinding(application, 'inbound_url', context.inboundUrl),
    webhookFinding(application, 'status_url', context.receiptUrl),
  ]
}

function webhookFinding(application: unknown, name: 'inbound_url' | 'status_url', url: string): CarrierFinding {
  const found = textAt(at(application, 'capabilities', 'messages', 'webhooks', name), 'address')
  if (found === url) return { subject: 'webhooks', state: 'good', message: `${name} of the application is ${url}` }
  // Every message names its own URL for statuses, so the one of the application is not used.
  const state = name === 'status_url' ? 'unknown' : 'bad'
  return { subject: 'webhooks', state, message: `${name} of the application is ${found ?? 'not set'}, expected ${url}` }
}
