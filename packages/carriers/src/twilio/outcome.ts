import type { FailureType, SubmissionOutcome } from '@carillon/core'
import { carrierText, type Secrets } from '../http/carrier-text.js'
import type { HttpExchange } from '../http/exchange.js'
import { readJson, textAt } from '../http/read-json.js'
import { outcomeOf, throttled } from '../http/submit-each.js'
import { failureTypeOf, reasonOf, SENDER_THROTTLED, THROTTLED, UNAVAILABLE } from './failures.js'

type Answered = Extract<HttpExchange, { kind: 'answered' }>

/** `secrets` are never shown. */
export function twilioOutcome(exchange: HttpExchange, secrets: Secrets): SubmissionOutcome {
  const read = ({ status, headers, body }: Answered): SubmissionOutcome => {
    const answer = readJson(body)
    if (status >= 200 && status < 300) {
      const providerId = textAt(answer, 'sid')
      // Twilio has taken the text, but its id cannot be read.
      return providerId ? { kind: 'accepted', providerId } : { kind: 'unknown', because: 'server-error' }
    }
    // Neither a redirect nor a timeout says whether the text was taken.
    if (status < 400 || status === 408) return { kind: 'unknown', because: 'server-error' }
    const code = textAt(answer, 'code')
    if (code !== null && THROTTLED.has(code)) return throttled(headers['retry-after'])
    if (code !== null && SENDER_THROTTLED.has(code)) return throttled(headers['retry-after'], 'sender-throttled')
    if (code === UNAVAILABLE) return { kind: 'try-later', afterMs: null }
    const text = textAt(answer, 'message') ?? (code === null ? `status ${status}` : reasonOf(code))
    return {
      kind: 'refused',
      type: typeOf(status, code),
      message: `Twilio refused the text: ${carrierText(text, secrets)}`,
      carrierCode: code,
    }
  }
  return outcomeOf(exchange, read, ({ body }) => SENDER_THROTTLED.has(textAt(readJson(body), 'code') ?? ''))
}

/** Without valid credentials for an existing account, Twilio refuses every text, whatever the code. */
function typeOf(status: number, code: string | null): FailureType {
  return failureTypeOf(code) ?? (status === 401 || status === 404 ? 'carrier_account' : 'carrier_rejected')
}
