import { DomainError } from '../../values/errors.js'
import type { AccountId } from '../../values/ids.js'
import { codePointsOf, foldCase } from '../../values/text/text.js'
import { hasCalendarDateForm, isCalendarDate } from '../../values/time/calendar-date.js'

export const CUSTOM_FIELD_TYPES = ['TEXT', 'NUMBER', 'BOOLEAN', 'DATE', 'SINGLE_SELECT', 'MULTI_SELECT'] as const
export type CustomFieldType = (typeof CUSTOM_FIELD_TYPES)[number]

/** Only active fields are shown, rendered and changed; values of other fields are kept but hidden. */
export const CUSTOM_FIELD_STATUSES = ['active', 'disabled', 'deleting'] as const
export type CustomFieldStatus = (typeof CUSTOM_FIELD_STATUSES)[number]

/** Stable across renames, and the name of the merge tag. */
export type CustomFieldKey = `contact_custom_field_${1 | 2 | 3 | 4 | 5 | 6 | 7}`
export const CUSTOM_FIELD_KEYS = [1, 2, 3, 4, 5, 6, 7].map(
  (n) => `contact_custom_field_${n}`,
) as readonly CustomFieldKey[]

export type CustomField = {
  readonly account: AccountId
  readonly key: CustomFieldKey
  readonly label: string
  readonly type: CustomFieldType
  /** Empty for all but the two select types. */
  readonly options: readonly string[]
  readonly status: CustomFieldStatus
}

export type CustomValue = string | number | boolean | readonly string[]
export type CustomValues = Readonly<Partial<Record<CustomFieldKey, CustomValue>>>
/** Null clears a value. */
export type CustomValuesPatch = Readonly<Partial<Record<CustomFieldKey, CustomValue | null>>>

export type CustomFieldFault =
  | 'unknown_label'
  | 'duplicate_label_input'
  | 'type_mismatch'
  | 'unknown_option'
  | 'duplicate_option'
  | 'invalid_date_format'
  | 'invalid_calendar_date'
  | 'length_exceeded'

const CUSTOM_TEXT_LENGTH_MAX = 500

/** The fields an API client sees, in the order of their keys. */
export function visible(fields: readonly CustomField[]): readonly CustomField[] {
  return fields.filter((field) => field.status === 'active').sort((a, b) => (a.key < b.key ? -1 : 1))
}

/**
 * Parses values keyed by label. Labels match regardless of case and surrounding white space. Errors contain the
 * canonical label, if there is one.
 */
export function readCustomValues(
  fields: readonly CustomField[],
  input: Readonly<Record<string, unknown>>,
): CustomValuesPatch {
  const byLabel = new Map(visible(fields).map((field) => [foldCase(field.label), field]))
  const values = new Map<CustomFieldKey, CustomValue | null>()
  for (const [asSent, value] of Object.entries(input)) {
    const field = byLabel.get(foldCase(asSent))
    if (field === undefined) throw invalid(shorten(asSent), 'unknown_label', 'is not a custom field of this account')
    if (values.has(field.key)) throw invalid(field.label, 'duplicate_label_input', 'must be given at most once')
    values.set(field.key, readValue(field, value))
  }
  return Object.fromEntries(values)
}

/** The stored values as clients see them: by canonical label, without values that their field no longer allows. */
export function customValuesByLabel(
  fields: readonly CustomField[],
  values: CustomValues,
): Readonly<Record<string, CustomValue>> {
  const shown = visible(fields).flatMap((field) => {
    const value = shownValueOf(field, values)
    return value === undefined ? [] : [[field.label, value] as const]
  })
  return Object.fromEntries(shown)
}

/** The visible value of one field: undefined unless the field is active, and without options that were removed. */
export function shownValueOf(field: CustomField, values: CustomValues): CustomValue | undefined {
  const value = values[field.key]
  if (field.status !== 'active') return undefined
  if (field.type === 'SINGLE_SELECT') return field.options.includes(value as string) ? value : undefined
  if (field.type !== 'MULTI_SELECT' || !Array.isArray(value)) return value
  const options = (value as readonly string[]).filter((option) => field.options.includes(option))
  return options.length === 0 ? undefined : options
}

function readValue(field: CustomField, value: unknown): CustomValue | null {
  const { label } = field
  if (value === null || (value === '' && field.type === 'TEXT')) return null
  switch (field.type) {
    case 'TEXT':
      return readText(label, value)
    case 'NUMBER':
      if (typeof value === 'number' && Number.isFinite(value)) return value
      throw mismatch(label, 'a finite number', value)
    case 'BOOLEAN':
      if (typeof value === 'boolean') return value
      throw mismatch(label, 'true or false', value)
    case 'DATE':
      return readDate(label, value)
    case 'SINGLE_SELECT':
      if (typeof value !== 'string') throw mismatch(label, 'one option as a string', value)
      return readOption(field, value)
    case 'MULTI_SELECT':
      return readOptions(field, value)
  }
}

function readText(label: string, value: unknown): string {
  if (typeof value !== 'string') throw mismatch(label, 'a string', value)
  const length = codePointsOf(value)
  if (length <= CUSTOM_TEXT_LENGTH_MAX) return value
  throw invalid(label, 'length_exceeded', `has ${length} characters, but at most ${CUSTOM_TEXT_LENGTH_MAX} are allowed`)
}

function readDate(label: string, value: unknown): string {
  if (typeof value !== 'string') throw mismatch(label, 'a date as a string', value)
  if (!hasCalendarDateForm(value)) throw invalid(label, 'invalid_date_format', 'is not of the form YYYY-MM-DD')
  if (!isCalendarDate(value)) throw invalid(label, 'invalid_calendar_date', 'is not a calendar date')
  return value
}

function readOption({ label, options }: CustomField, value: string): string {
  if (options.includes(value)) return value
  throw invalid(label, 'unknown_option', `must be one of: ${options.join(', ')}`)
}

function readOptions(field: CustomField, value: unknown): readonly string[] | null {
  const { label } = field
  if (!Array.isArray(value)) throw mismatch(label, 'an array of options', value)
  if (value.length === 0) return null
  const chosen = new Set<string>()
  for (const option of value as unknown[]) {
    if (typeof option !== 'string') throw mismatch(label, 'an array of strings', option)
    if (chosen.has(option)) throw invalid(label, 'duplicate_option', 'must not contain duplicate options')
    chosen.add(readOption(field, option))
  }
  return [...chosen]
}

function mismatch(label: string, expected: string, value: unknown): DomainError {
  const got = Array.isArray(value) ? 'an array' : value === null ? 'null' : typeof value
  return invalid(label, 'type_mismatch', `expects ${expected}, got ${got}`)
}

function invalid(label: string, reason: CustomFieldFault, why: string): DomainError {
  return new DomainError('invalid-custom-field', `Custom field ${JSON.stringify(label)} ${why}`, { label, reason })
}

/** Truncates a label, since an unknown label can be as long as a request. Never splits a surrogate pair. */
function shorten(label: string): string {
  const [start] = FIRST_HUNDRED.exec(label)!
  return start.length === label.length ? label : `${start}…`
}

const FIRST_HUNDRED = /^[^]{0,100}/u

export interface CustomFieldStore {
  /** All fields, sorted by key, including those that clients do not see. */
  of(account: AccountId): Promise<readonly CustomField[]>
  /**
   * Like `of`, but also blocks the removal of these fields until the unit of work ends, so that no value outlives its
   * field. Call it before locking the contacts whose values change. The locks are shared: callers do not wait for each
   * other.
   */
  lockShared(account: AccountId): Promise<readonly CustomField[]>
  /** Adds or changes the field with that key. */
  put(field: CustomField): Promise<void>
  /** Deletes the field and its value in every contact, so that the key is free for another field. */
  remove(account: AccountId, key: CustomFieldKey): Promise<void>
}
