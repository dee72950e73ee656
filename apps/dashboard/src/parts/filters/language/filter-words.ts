import { GENDERS } from '../../text/genders.js'
import { zoneLabel } from '../../text/contact-zones.js'
import { formatTime } from '../../time/time-format.js'
import type { Operand } from './condition.js'
import { durationWords } from './durations.js'
import { fieldOf } from './fields.js'
import type { FilterNames, Named } from './filter-names.js'
import { inputOf, operatorWords, type Kind } from './operators.js'
import { isGroup, type Combine, type FilterGroup, type FilterNode, type FilterRow, type TimeTest } from './rows.js'

/** A filter in one line: "First name is “Ann”, and is a member of VIP or Newsletter". */
export function filterWords(root: FilterGroup, names: FilterNames): string {
  if (root.rows.length === 0 && root.combine !== 'any') return 'All contacts'
  const words = root.rows.length === 0 ? 'nobody' : groupWords(root, names)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const JOINS: Readonly<Record<Combine, string>> = { all: ', and ', any: ', or ', none: ', or ' }

function groupWords({ combine, rows }: FilterGroup, names: FilterNames): string {
  if (rows.length === 0) return combine === 'any' ? 'nobody' : 'everybody'
  const words = rows.map((row) => nodeWords(row, names)).join(JOINS[combine])
  return combine === 'none' ? `not (${words})` : words
}

function nodeWords(node: FilterNode, names: FilterNames): string {
  if (!isGroup(node)) return rowWords(node, names)
  const words = groupWords(node, names)
  return node.combine === 'none' || node.rows.length < 2 ? words : `(${words})`
}

function rowWords(row: FilterRow, names: FilterNames): string {
  const { field: name, operator, times } = row
  if (name === '' || operator === '') return '…'
  const { label, kind } = fieldOf(row, names.fields)
  if (kind === 'groups')
    return `${groupsWords(row, names)}${times.map((time) => timeWords(time, names.zone)).join(' and ')}`
  if (kind === 'segments') return `is in the segment ${namesOf(row, names.segments, 'a removed segment')}`
  if (kind === 'clicked')
    return `clicked ${String(row.value)}${times.map((time) => ` ${timeWords(time, names.zone)}`).join('')}`
  if (kind === 'flag') return `is ${row.value === (operator === 'eq') ? '' : 'not '}a favorite`
  if (operator === 'olderThan') return `${lower(label)} is more than ${durationWords(String(row.value))} ago`
  const words = `${lower(label)} ${operatorWords(kind, operator)}`
  return inputOf(kind, operator) === 'none' ? words : `${words} ${valueWords(row, kind, names.zone)}`
}

function groupsWords(row: FilterRow, names: FilterNames): string {
  if (row.operator === 'joined') return 'joined any group '
  const list = namesOf(row, names.groups, 'a retired group')
  if (row.operator === 'notIn') return `is not a member of ${list}`
  return `is a member of ${list}${row.times.length > 0 ? ', joined ' : ''}`
}

function namesOf({ value }: FilterRow, known: readonly Named[], unknown: string): string {
  return orList(listOf(value).map((id) => known.find((each) => each.id === id)?.name ?? unknown))
}

function timeWords({ operator, value }: TimeTest, zone: string): string {
  if (operator === 'within') return `in the last ${durationWords(value)}`
  if (operator === 'olderThan') return `more than ${durationWords(value)} ago`
  return `${operatorWords('instant', operator).replace(/^is /, '')} ${formatTime(value, zone)}`
}

function valueWords({ operator, value }: FilterRow, kind: Kind, zone: string): string {
  if (operator === 'within') return durationWords(String(value))
  if (operator === 'monthDay') return monthDayWords(String(value))
  return orList(listOf(value).map((each) => operandWords(each, kind, zone)))
}

function operandWords(value: Operand, kind: Kind, zone: string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  if (kind === 'gender') return GENDERS.find((gender) => gender.value === value)?.label ?? value
  if (kind === 'tz') return zoneLabel(value)
  if (kind === 'date') return isDate(value) ? formatTime(`${value}T00:00Z`, 'UTC', 'day') : value
  if (kind === 'instant' || kind === 'instantOrNone') return isDate(value) ? formatTime(value, zone) : value
  return `“${value}”`
}

const MONTH_DAY = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', timeZone: 'UTC' })

function monthDayWords(monthDay: string): string {
  const date = `2000-${monthDay}T00:00Z`
  return isDate(date) ? MONTH_DAY.format(new Date(date)) : monthDay
}

function isDate(text: string): boolean {
  return !Number.isNaN(new Date(text).getTime())
}

function listOf(value: FilterRow['value']): readonly Operand[] {
  return [value].flat() as readonly Operand[]
}

/** The first ones of many. */
const LISTED_MAX = 5

function orList(words: readonly string[]): string {
  if (words.length > LISTED_MAX)
    return `${words.slice(0, LISTED_MAX).join(', ')} or ${words.length - LISTED_MAX} others`
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/** A label within a sentence. Abbreviations and names stay as they are. */
function lower(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}
