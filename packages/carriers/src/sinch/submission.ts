import type { Submission, SubmissionOutcome } from '@carillon/core'
import { carrierText } from '../http/carrier-text.js'
import type { HttpExchange } from '../http/exchange.js'
import { readJson, textAt } from '../http/read-json.js'
import { outcomeOf } from '../http/submit-each.js'
import { failureTypeOf } from './failures.js'

/** What looks like a parameter of Sinch's templates, `${name}`. */
const PARAMETER = /\$\{([\w.-]{1,16})\}/g
/** The credentials are wrong or may not text, or the account has no funds. */
const ACCOUNT_STATUSES = new Set([401, 402, 403])

/** One batch for each message, because a batch has only one reference. */
export function batchOf({ reference, from, to, body, mediaUrl }: Submission, receiptUrl: string | null): object {
  const batch = {
    from,
    to: [to],
    client_reference: reference,
    ...(receiptUrl === null
      ? { delivery_report: 'none' }
      : { delivery_report: 'per_recipient_final', callback_url: receiptUrl }),
    ...literalParametersIn(body),
  }
  if (mediaUrl === null) return { type: 'mt_text', ...batch, body }
  return { type: 'mt_media', ...batch, body: { url: mediaUrl, ...(body !== '' && { message: body }) } }
}

/**
 * Sinch replaces `${name}` in a text, and aborts the message if the parameter has no value. So the value of each is the
 * text itself.
 */
function literalParametersIn(body: string): { readonly parameters?: object } {
  const names = [...body.matchAll(PARAMETER)].map(([, name]) => name!)
  if (names.length === 0) return {}
  return { parameters: Object.fromEntries(names.map((name) => [name, { default: `\${${name}}` }])) }
}

export function submissionOutcome(exchange: HttpExchange, apiToken: string): SubmissionOutcome {
  return outcomeOf(exchange, ({ status, body }) => {
    const answer = readJson(body)
    if (status < 400) {
      const providerId = status < 300 ? textAt(answer, 'id') : null
      return providerId === null ? { kind: 'unknown', because: 'server-error' } : { kind: 'accepted', providerId }
    }
    // An HTTP status is no code: some have another meaning in the table of codes.
    const carrierCode = textAt(answer, 'code')
    const withStatus = `the HTTP status is ${status}`
    const known = textAt(answer, 'text')
    const reason = carrierCode === null && known !== null ? `${known} (${withStatus})` : (known ?? withStatus)
    return {
      kind: 'refused',
      type: ACCOUNT_STATUSES.has(status) ? 'carrier_account' : failureTypeOf({ status: '', code: carrierCode }),
      message: `Sinch refused the message: ${carrierText(reason, [apiToken])}`,
      carrierCode,
    }
  })
}
