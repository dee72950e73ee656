import { DRAFT_RANGES, isStorable, lengthOf, type DraftContent, type FieldRule } from '@carillon/core'
import { Check, Flag, FreeObject, MayBeAbsent, Text, TextList } from '../input/checks.js'
import { UNSTORABLE } from '../input/refuse-unstorable.js'

const ENTRY: FieldRule = {
  holds: (text) => isStorable(text) && text.length >= 1 && text.length <= DRAFT_RANGES.number.max,
  expected: `must have 1 to ${DRAFT_RANGES.number.max} characters, and not contain ${UNSTORABLE}`,
}

export class DraftFields {
  @Text(lengthOf(DRAFT_RANGES.body)) body!: string
  @TextList(ENTRY, DRAFT_RANGES.numbers) numbers!: readonly string[]
  @FreeObject() @Check(formFault) form!: object
}

export class DraftChanges extends DraftFields {
  @MayBeAbsent() @Flag() isSent?: boolean
}

function formFault(form: unknown): string | null {
  const { max } = DRAFT_RANGES.form
  return JSON.stringify(form ?? {}).length <= max ? null : `must have at most ${max} characters as JSON`
}

export function contentOf({ body, numbers, form }: DraftFields): DraftContent {
  return { body, numbers, form: JSON.stringify(form) }
}
