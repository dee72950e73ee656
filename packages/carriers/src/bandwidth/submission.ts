import type { Submission, SubmissionOutcome } from '@carillon/core'
import { carrierText, type Secrets } from '../http/carrier-text.js'
import type { HttpExchange } from '../http/exchange.js'
import { at, readJson, textAt } from '../http/read-json.js'
import { outcomeOf } from '../http/submit-each.js'

/** The credentials are wrong or may not text, or the account has no funds. */
const ACCOUNT_STATUSES = new Set([401, 402, 403])

/** One recipient, because several would be a group that see each other's numbers. */
export function messageOf({ reference, from, to, body, mediaUrl }: Submission, applicationId: string): object {
  return {
    applicationId,
    from,
    to: [to],
    tag: reference,
    ...(mediaUrl === null ? { text: body } : { media: [mediaUrl], ...(body !== '' && { text: body }) }),
  }
}

/** `secrets` are never shown. */
export function submissionOutcome(exchange: HttpExchange, secrets: Secrets): SubmissionOutcome {
  return outcomeOf(exchange, ({ status, body }) => {
    const answer = readJson(body)
    if (status < 400) {
      const providerId = status < 300 ? textAt(answer, 'id') : null
      return providerId === null ? { kind: 'unknown', because: 'server-error' } : { kind: 'accepted', providerId }
    }
    const faults = faultsIn(answer)
    const isDestination = faults.length > 0 && faults.every(({ field }) => field === 'to')
    return {
      kind: 'refused',
      type: ACCOUNT_STATUSES.has(status)
        ? 'carrier_account'
        : isDestination
          ? 'invalid_destination'
          : 'carrier_rejected',
      message: `Bandwidth refused the message: ${carrierText(reasonOf(answer, faults, status), secrets)}`,
      carrierCode: textAt(answer, 'type'),
    }
  })
}

type Fault = { readonly field: string; readonly description: string }

function faultsIn(answer: unknown): readonly Fault[] {
  const faults = at(answer, 'fieldErrors')
  if (!Array.isArray(faults)) return []
  return faults.map((one) => ({
    field: textAt(one, 'fieldName') ?? '',
    description: textAt(one, 'description') ?? 'no description',
  }))
}

function reasonOf(answer: unknown, faults: readonly Fault[], status: number): string {
  const texts = [textAt(answer, 'description'), ...faults.map(({ description }) => description)]
  const known = texts.filter((text) => text !== null)
  if (known.length === 0) return `the HTTP status is ${status}`
  return textAt(answer, 'type') === null ? `${known.join('; ')} (the HTTP status is ${status})` : known.join('; ')
}
