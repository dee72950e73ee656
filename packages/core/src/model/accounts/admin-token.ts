import type { FieldRule } from '../../values/field-rule.js'

/** The rule for the admin token. Only these characters are valid in a header. */
export const ADMIN_TOKEN: FieldRule = {
  holds: (text) => /^[!-~]{16,500}$/.test(text),
  expected: 'must have 16 to 500 characters from ! to ~, without spaces',
}
