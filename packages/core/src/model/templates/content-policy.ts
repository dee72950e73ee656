import { DomainError } from '../../values/errors.js'
import { indexOfUnsendable } from '../../values/text/text.js'
import type { Compliance } from '../accounts/account.js'
import { findPhrase, type FoundPhrase } from './blocked-phrases.js'
import { foldTexts } from './folded-text.js'
import { findShortener, type FoundShortener } from './public-shorteners.js'

/** A part of a text that the account or the carriers do not allow. */
export type Violation =
  ({ readonly reason: 'blocked_phrase' } & FoundPhrase) | ({ readonly reason: 'public_shortener' } & FoundShortener)

/** Refuses a body that cannot be sent as text, or that the account or the carriers do not allow. */
export function checkContent(body: string, compliance: Compliance): void {
  const at = indexOfUnsendable(body)
  if (at >= 0) throw unsupported(body, at)
  const violation = findViolation(body, compliance)
  if (violation !== null) throw violationIn('The body', violation)
}

export function findViolation(text: string, compliance: Compliance): Violation | null {
  const { blockedPhrases, blockPublicShorteners } = compliance
  if (!hasContentPolicy(compliance)) return null
  const folded = foldTexts(text)
  const phrase = findPhrase(folded, blockedPhrases)
  if (phrase !== null) return { reason: 'blocked_phrase', ...phrase }
  const shortener = blockPublicShorteners ? findShortener(folded) : null
  return shortener && { reason: 'public_shortener', ...shortener }
}

export function hasContentPolicy({ blockedPhrases, blockPublicShorteners }: Compliance): boolean {
  return blockedPhrases.length > 0 || blockPublicShorteners
}

/** `subject` is the text that was checked, as the start of the message. */
export function violationIn(subject: string, violation: Violation): DomainError {
  const { offset } = violation
  const found = `${subject} contains ${describeViolation(violation)} after ${offset} characters`
  const message = violation.reason === 'blocked_phrase' ? found : `${found}: expected links on a domain of your own`
  return new DomainError('compliance-violation', message, { ...violation })
}

export function describeViolation(violation: Violation): string {
  return violation.reason === 'blocked_phrase'
    ? `the blocked phrase ${JSON.stringify(violation.phrase)}`
    : `a link of the public shortener ${violation.host}`
}

function unsupported(body: string, at: number): DomainError {
  const codePoint = `U+${body.codePointAt(at)!.toString(16).toUpperCase().padStart(4, '0')}`
  const offset = [...body.slice(0, at)].length
  return new DomainError(
    'unsupported-characters',
    `The body contains ${codePoint} after ${offset} characters: expected text without control characters (other than LF, ` +
      'CR and TAB), lone surrogates or noncharacters',
    { codePoint, offset },
  )
}
