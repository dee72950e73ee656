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
