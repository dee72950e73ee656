import type { SmsProvider, Submission, SubmissionOutcome } from '@carillon/core'
import type { CarrierContext } from '../carrier-context.js'
import type { HttpClient, HttpExchange } from '../http/exchange.js'
import { readJson, textAt } from '../http/read-json.js'
import { outcomeOf, submitEach, throttled } from '../http/submit-each.js'
import { errorIn, failureOf, isAmbiguous, isSenderThrottling, isThrottling, isUnavailable } from './failures.js'
import { referenceUrl } from './reference-url.js'
import type { TelnyxSettings } from './settings.js'

export function telnyxProvider(http: HttpClient, settings: TelnyxSettings, context: CarrierContext): SmsProvider {
  const submitOne = async (message: Submission, deadlineMs: number) => {
    const body = JSON.stringify(bodyOf(message, settings, context))
    const headers = { 'content-type': 'application/json' }
    const exchange = await http.exchange({ method: 'POST', path: '/messages', headers, body }, deadlineMs)
    const isOfSender = (answer: { readonly body: string }) => isSenderThrottling(errorIn(readJson(answer.body)))
    return outcomeOf(exchange, (answer) => outcomeIn(answer, settings.apiKey), isOfSender)
  }
  return {
    deduplicates: false,
    canBeAsked: false,
    submit: (messages, { deadlineMs }) => submitEach(messages, (message) => submitOne(message, deadlineMs)),
    find: (references) => Promise.resolve(references.map(() => ({ kind: 'unknown' }))),
  }
}

function bodyOf(
  { reference, from, to, body, mediaUrl }: Submission,
  { messagingProfileId }: TelnyxSettings,
  { receiptUrl }: CarrierContext,
): object {
  return {
    from,
    to,
    // Telnyx refuses an empty text. A picture needs none.
    ...(body !== '' && { text: body }),
    ...(mediaUrl !== null && { media_urls: [mediaUrl] }),
    ...(messagingProfileId !== undefined && { messaging_profile_id: messagingProfileId }),
    ...(receiptUrl !== null && { webhook_url: referenceUrl(receiptUrl, reference), use_profile_webhooks: false }),
  }
}

function outcomeIn(
  { status, headers, body }: Extract<HttpExchange, { kind: 'answered' }>,
  apiKey: string,
): SubmissionOutcome {
  const json = readJson(body)
  if (status < 300) {
    const providerId = textAt(json, 'data', 'id') ?? ''
    return providerId === '' ? UNKNOWN : { kind: 'accepted', providerId }
  }
  const error = errorIn(json)
  if (status < 400 || status === 408 || isAmbiguous(error)) return UNKNOWN
  if (isThrottling(error)) return throttled(headers['retry-after'])
  if (isSenderThrottling(error)) return throttled(headers['retry-after'], 'sender-throttled')
  if (isUnavailable(error)) return { kind: 'try-later', afterMs: null }
  return { kind: 'refused', ...failureOf(error, { what: 'Telnyx refused the text', status, secret: apiKey }) }
}

const UNKNOWN: SubmissionOutcome = { kind: 'unknown', because: 'server-error' }
