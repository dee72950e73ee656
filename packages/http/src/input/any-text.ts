import type { FieldRule } from '@carillon/core'

/** Takes whatever it is given: what is wrong with it is told later, or makes it the name of nothing. */
export const ANY_TEXT: FieldRule = { holds: () => true, expected: '' }
