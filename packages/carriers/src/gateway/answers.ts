import type { NeverSeen, SubmissionOutcome } from '@carillon/core'
import { carrierText } from '../http/carrier-text.js'
import type { HttpExchange } from '../http/exchange.js'
import { readJson } from '../http/read-json.js'
import { outcomeOf, throttled } from '../http/submit-each.js'
import type { AnswerRule, Condition, Scalar } from './description.js'
import { compileJsonPath } from './language/json-path.js'
import { compilePattern } from './language/pattern.js'
import { scalarsIn, textsOf, valueReader, type Source } from './selector.js'

type Answered = Extract<HttpExchange, { kind: 'answered' }>
type Answer = { readonly answered: Answered; readonly source: Source }
export type DescribedOutcome = SubmissionOutcome | NeverSeen

type Reader = (exchange: HttpExchange, reference: string) => DescribedOutcome

/** Reads the answers to a described submission. `secrets` are never shown. */
export function submissionReader(rules: readonly AnswerRule[], secrets: readonly string[]): Reader {
  return answersReader(rules, secrets, (exchange) => outcomeOf(exchange, otherOutcome(secrets)))
}

/** Reads the answers to a described question. What is not described, such as a 401, says nothing about the submission. */
export function questionReader(rules: readonly AnswerRule[], secrets: readonly string[]): Reader {
  const read = answersReader(rules, secrets, () => UNKNOWN)
  return (exchange, reference) => {
    const found = read(exchange, reference)
    return found.kind === 'try-later' ? UNKNOWN : found
  }
}

const UNKNOWN: DescribedOutcome = { kind: 'unknown' }

function answersReader(
  rules: readonly AnswerRule[],
  secrets: readonly string[],
  otherwise: (exchange: HttpExchange) => DescribedOutcome,
): Reader {
  const readers = rules.map((rule) => ({ fits: conditionOf(rule.when), read: ruleReader(rule, secrets) }))
  return (exchange, reference) => {
    if (exchange.kind !== 'answered') return otherwise(exchange)
    const answer = { answered: exchange, source: sourceOf(exchange) }
    const reader = readers.find(({ fits }) => fits(answer))
    return reader === undefined ? otherwise(exchange) : reader.read(answer, reference)
  }
}

export function conditionOf(condition: Condition): (answer: Answer) => boolean {
  const { is } = condition
  const hasStatus = statusCondition(condition.status ?? '2xx')
  const find = condition.path === undefined ? null : compileJsonPath(condition.path)
  const pattern = condition.pattern === undefined ? null : compilePattern(condition.pattern)
  const allowed = is === undefined ? null : textsOf(is)
  return ({ answered, source }) => {
    if (!hasStatus(answered.status)) return false
    const values = find === null ? [source.body] : scalarsIn(find(source.json))
    return values.some(
      (value) => (pattern === null || pattern.find(value) !== null) && (allowed === null || allowed.includes(value)),
    )
  }
}

export function sourceOf({ headers, body }: Answered): Source {
  const none = () => []
  return { query: none, form: none, header: (name) => headers[name] ?? null, json: readJson(body), body }
}

function statusCondition(status: Scalar | readonly Scalar[]): (status: number) => boolean {
  const allowed = textsOf(status).map((text) => text.toLowerCase())
  return (given) => allowed.includes(String(given)) || allowed.includes(`${Math.floor(given / 100)}xx`)
}

function ruleReader(
  { outcome, type, ...rule }: AnswerRule,
  secrets: readonly string[],
): (answer: Answer, reference: string) => DescribedOutcome {
  const readId = valueReader(rule.id)
  const readCode = valueReader(rule.code)
  const readMessage = valueReader(rule.message)
  return ({ answered, source }, reference) => {
    if (outcome === 'throttled') return throttled(answered.headers['retry-after'])
    if (outcome === 'never-seen') return { kind: 'never-seen' }
    if (outcome === 'unknown') return { kind: 'unknown', because: 'server-error' }
    if (outcome === 'taken') {
      const providerId = rule.id === undefined ? reference : readId(source)
      // Taken, but nobody knows under which id: its receipt may still resolve it.
      if (providerId === null || providerId === '') return { kind: 'unknown', because: 'server-error' }
      return { kind: 'accepted', providerId }
    }
    return {
      kind: 'refused',
      type: outcome === 'opted-out' ? 'opted_out' : (type ?? 'carrier_rejected'),
      message: messageOf(readMessage(source) ?? source.body, secrets),
      carrierCode: readCode(source) ?? String(answered.status),
    }
  }
}

/** By HTTP, the request caused an error of 4xx and was not processed. Anything else may have been taken. */
function otherOutcome(secrets: readonly string[]): (answered: Answered) => SubmissionOutcome {
  return ({ status, body }) => {
    if (status < 400 || status === 408) return { kind: 'unknown', because: 'server-error' }
    const type = status === 401 || status === 402 ? 'carrier_account' : 'carrier_rejected'
    return { kind: 'refused', type, message: messageOf(body, secrets), carrierCode: String(status) }
  }
}

function messageOf(text: string, secrets: readonly string[]): string {
  const line = carrierText(text, secrets)
  return `The gateway refused the text: ${line === '' ? 'no reason given' : line}`
}
