import { invalidInput } from '../../values/errors.js'
import { isWithin } from '../../values/field-rule.js'
import { codePointsOf, foldCase, isStorable } from '../../values/text/text.js'

/**
 * Passwords have a length and no rules of composition, which make people choose worse ones. The same characters count
 * as the same password, however a keyboard composes them.
 */
export function parsePassword(
  text: string,
  { email, name, field = 'password' }: { readonly email: string; readonly name: string; readonly field?: string },
): string {
  const password = normalPassword(text)
  if (!isWithin(codePointsOf(password), LENGTH) || !isStorable(password)) {
    throw invalidInput(field, `must have ${LENGTH.min} to ${LENGTH.max} characters`)
  }
  if ([email, name].some((known) => foldCase(known) === foldCase(password))) {
    throw invalidInput(field, 'must not be the e-mail address or the name')
  }
  return password
}

const LENGTH = { min: 12, max: 200 }

export function normalPassword(text: string): string {
  return text.normalize('NFKC')
}

/** Whether a password could be one at all. Others are never hashed, because hashing takes long. */
export function isPossiblePassword(text: string): boolean {
  return isWithin(codePointsOf(normalPassword(text)), LENGTH)
}
