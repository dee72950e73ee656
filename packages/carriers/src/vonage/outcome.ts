import type { FailureType, SubmissionOutcome } from '@carillon/core'
import type { Secrets } from '../http/carrier-text.js'
import { type HttpExchange } from '../http/exchange.js'
import { at, readJson, textAt } from '../http/read-json.js'
import { outcomeOf, throttled } from '../http/submit-each.js'
import { failureTypeOf, readError } from './failures.js'

/** Documented errors that say that the text was not processed, and may be submitted again. */
const NOT_PROCESSED = new Set(['1030', '1100'])
const THROTTLED = '1000'

/** `secrets` are never shown. */
export function vonageOutcome(exchange: HttpExchange, secrets: Secrets): SubmissionOutcome {
  return outcomeOf(exchange, ({ status, body }) => {
    const answer = readJson(body)
    if (status >= 200 && status < 300) {
      const providerId = textAt(answer, 'message_uuid')
      // Vonage has taken the text, but nobody knows under which id.
      if (providerId === null || providerId === '') return { kind: 'unknown', because: 'server-error' }
      return { kind: 'accepted', providerId }
    }
    if (status < 400) return { kind: 'unknown', because: 'server-error' }
    const { code, text } = readError(answer, secrets)
    if (code === THROTTLED) return throttled()
    if (code !== null && NOT_PROCESSED.has(code)) return { kind: 'try-later', afterMs: null }
    return {
      kind: 'refused',
      type: typeOf(status, code, answer),
      message: `Vonage refused the text: ${text}${code === null ? ` (the HTTP status is ${status})` : ''}`,
      carrierCode: code,
    }
  })
}

function typeOf(status: number, code: string | null, answer: unknown): FailureType {
  if (status === 401 || status === 402 || status === 403) return 'carrier_account'
  if (namesParameter(answer, 'to')) return 'invalid_destination'
  return failureTypeOf(code)
}

function namesParameter(answer: unknown, name: string): boolean {
  const parameters = at(answer, 'invalid_parameters')
  return Array.isArray(parameters) && parameters.some((parameter) => textAt(parameter, 'name') === name)
}
