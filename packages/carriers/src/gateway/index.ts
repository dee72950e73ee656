import type { CarrierConnection, CarrierFinding, Submission, SubmissionOutcome } from '@carillon/core'
import type { CarrierContext } from '../carrier-context.js'
import { bounded } from '../http/bounded.js'
import { HttpClient } from '../http/exchange.js'
import { submitEach } from '../http/submit-each.js'
import { CONNECTIONS_DEFAULT } from '../settings/setting-fields.js'
import { conditionOf, questionReader, sourceOf, submissionReader } from './answers.js'
import { faultsOfGateway, placeholdersOf } from './gateway-faults.js'
import { credentialsIn } from './credentials.js'
import { originOf, requestOf } from './described-request.js'
import type { DescribedRequest, GatewayDescription } from './description.js'
import { messageValues } from './message-values.js'
import type { TemplateValues } from './language/template.js'
import { gatewayWebhooks } from './webhooks.js'

export { faultsOfGateway, warningsOfGateway } from './gateway-faults.js'
export type { GatewayDescription } from './description.js'

/** Any HTTP gateway, as a description says. Throws if the description has faults. */
export function gateway(description: GatewayDescription, context: CarrierContext): CarrierConnection {
  const faults = faultsOfGateway(description)
  if (faults.length > 0) throw new Error(`The gateway's description has faults:\n${faults.join('\n')}`)
  const { submit, ask, deduplicates = false, canBeAsked = false } = description
  const secrets = credentialsIn(description)
  const readSubmission = submissionReader(submit.answers, secrets)
  const readAsked = questionReader(ask?.answers ?? [], secrets)
  const clients = clientsOf(description)
  const exchange = (described: DescribedRequest, values: TemplateValues, deadlineMs: number) =>
    clients.get(originOf(described.url))!.exchange(requestOf(described, values), deadlineMs)
  const takesMedia = placeholdersOf(submit).includes('media_url')

  const submitOne = async (message: Submission, deadlineMs: number): Promise<SubmissionOutcome> => {
    if (message.mediaUrl !== null && !takesMedia) return NO_MEDIA
    const values = messageValues(message, description, context)
    const outcome = readSubmission(await exchange(submit, values, deadlineMs), message.reference)
    return outcome.kind === 'never-seen' ? { kind: 'unknown' } : outcome
  }
  return bounded({
    provider: {
      deduplicates,
      canBeAsked,
      submit: (messages, { deadlineMs }) => submitEach(messages, (message) => submitOne(message, deadlineMs)),
      find: (references, { deadlineMs }) =>
        Promise.all(
          references.map(async (reference) => {
            if (!canBeAsked || ask === undefined) return { kind: 'unknown' as const }
            return readAsked(await exchange(ask, { reference }, deadlineMs), reference)
          }),
        ),
    },
    webhooks: gatewayWebhooks(description),
    directory: null,
    check: async ({ deadlineMs }) => [
      await probe(description, (described) => exchange(described, {}, deadlineMs)),
      ...webhookFindings(description, context),
    ],
    optOuts: null,
    close: async () => {
      await Promise.all([...clients.values()].map((client) => client.close()))
    },
  })
}

const NO_MEDIA: SubmissionOutcome = {
  kind: 'refused',
  type: 'carrier_rejected',
  message: 'The gateway takes no media: its description has no {{media_url}}',
  carrierCode: null,
}

/** One client for each host, so that all requests to it share their connections. */
function clientsOf({ submit, ask, probe, connections = CONNECTIONS_DEFAULT }: GatewayDescription) {
  const origins = [submit, ask, probe].flatMap((request) => (request === undefined ? [] : [originOf(request.url)]))
  return new Map([...new Set(origins)].map((origin) => [origin, new HttpClient({ baseUrl: origin, connections })]))
}

async function probe(
  { probe }: GatewayDescription,
  exchange: (described: DescribedRequest) => ReturnType<HttpClient['exchange']>,
): Promise<CarrierFinding> {
  if (probe === undefined) {
    return { subject: 'connection', state: 'unknown', message: 'The description has no probe' }
  }
  const answered = await exchange(probe)
  if (answered.kind !== 'answered') {
    return { subject: 'connection', state: 'bad', message: 'The gateway cannot be reached' }
  }
  if (conditionOf(probe.good)({ answered, source: sourceOf(answered) })) {
    return { subject: 'credentials', state: 'good', message: 'The gateway answers the probe as described' }
  }
  const message = `The gateway answers the probe with ${answered.status}, not as described`
  return { subject: 'credentials', state: 'bad', message }
}

function webhookFindings(
  { receipts, inbound }: GatewayDescription,
  context: CarrierContext,
): readonly CarrierFinding[] {
  if (receipts === undefined && inbound === undefined) return []
  if (context.receiptUrl === null) {
    return [
      { subject: 'webhooks', state: 'bad', message: 'No publicUrl is set, so the gateway cannot report anything' },
    ]
  }
  const message = 'The gateway cannot tell where it sends receipts and texts'
  return [{ subject: 'webhooks', state: 'unknown', message }]
}
