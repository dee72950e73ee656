import type { CarrierFinding } from '@carillon/core'
import type { CarrierContext } from '../carrier-context.js'
import type { HttpClient, HttpExchange } from '../http/exchange.js'

/** Lists one batch, which costs nothing. Sinch cannot tell which numbers and callback URLs a service plan has. */
export async function checkSinch(
  client: HttpClient,
  path: string,
  context: CarrierContext,
  deadlineMs: number,
): Promise<readonly CarrierFinding[]> {
  const exchange = await client.exchange({ method: 'GET', path: `${path}/batches?page_size=1` }, deadlineMs)
  return [credentialsFinding(exchange), webhooksFinding(context)]
}

function credentialsFinding(exchange: HttpExchange): CarrierFinding {
  if (exchange.kind !== 'answered') return { subject: 'connection', state: 'bad', message: 'Sinch cannot be reached' }
  switch (exchange.status) {
    case 200:
      return { subject: 'credentials', state: 'good', message: 'Sinch accepts apiToken for servicePlanId' }
    case 401:
    case 403:
    case 404:
      return { subject: 'credentials', state: 'bad', message: 'Sinch does not accept apiToken for servicePlanId' }
    default:
      return { subject: 'credentials', state: 'unknown', message: `Sinch answered with ${exchange.status}` }
  }
}

function webhooksFinding({ inboundUrl }: CarrierContext): CarrierFinding {
  if (inboundUrl === null) {
    return { subject: 'webhooks', state: 'bad', message: 'No publicUrl is set, so Sinch cannot report anything' }
  }
  const message = `Sinch cannot tell its callback URL: check in the dashboard that the service plan's is ${inboundUrl}`
  return { subject: 'webhooks', state: 'unknown', message }
}
