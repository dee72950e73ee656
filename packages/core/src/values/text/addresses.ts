export const WEB_URL_LENGTH_MAX = 2_048

/**
 * Checks the form of an absolute http or https URL. Only a resolver knows whether its host is a valid name. A URL with
 * control characters is refused: some parsers drop them, and others read them as the end of a line.
 */
export function isWebUrl(text: string): boolean {
  return text.length <= WEB_URL_LENGTH_MAX && FORM.test(text)
}

/** Whether a web URL has a user name, even an empty one, in front of its host. */
export function hasCredentials(url: string): boolean {
  return WITH_USER.test(url)
}

const USER = String.raw`(?:[^/?#\\\p{Cc}]*@)?`
const HOST = String.raw`(?:\[[\da-f:.]+\]|[^\s/?#@:[\]\\<>^|\p{Cc}]+)`
const PORT = String.raw`(?::\d{0,5})?`
const REST = String.raw`(?:[/?#\\]\P{Cc}*)?`
const FORM = new RegExp(`^https?://${USER}${HOST}${PORT}${REST}$`, 'iu')
const WITH_USER = /^https?:\/\/[^/?#\\]*@/iu

const ATEXT = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const DOT_ATOM = `${ATEXT}(?:\\.${ATEXT})*`
const QUOTED_STRING = '"(?:[\\x21\\x23-\\x5b\\x5d-\\x7e \\t]|\\\\[\\x20-\\x7e\\t])*"'
const DOMAIN_LITERAL = '\\[[\\x21-\\x5a\\x5e-\\x7e \\t]*\\]'
const ADDR_SPEC = new RegExp(`^(?:${DOT_ATOM}|${QUOTED_STRING})@(?:${DOT_ATOM}|${DOMAIN_LITERAL})$`)

export const EMAIL_LENGTH_MAX = 254

/** An RFC 5322 addr-spec in its current form: no display name, no comments, no folding, no obsolete spellings. */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL_LENGTH_MAX && ADDR_SPEC.test(text)
}
