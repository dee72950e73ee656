import type { Result } from '../../api/operation.js'
import type { Tone } from '../../parts/text/status-badge.js'

export type ListedImport = Result<'/accounts/{account}/imports', 'get'>['results'][number]
export type OneImport = Result<'/accounts/{account}/imports/{importId}', 'get'>
export type ImportStatus = ListedImport['status']

export const STATUS_LABELS: Readonly<Record<ImportStatus, string>> = {
  uploading: 'Uploading',
  ready: 'Not started',
  checking: 'Being checked',
  running: 'Running',
  completed: 'Completed',
  canceled: 'Canceled',
  failed: 'Failed',
}

export const STATUS_TONES: Readonly<Record<ImportStatus, Tone>> = {
  uploading: 'active',
  ready: 'doubtful',
  checking: 'active',
  running: 'active',
  completed: 'good',
  canceled: 'neutral',
  failed: 'bad',
}

/** Whether the file is still arriving, or a worker processes it. */
export function isUnfinished(status: ImportStatus): boolean {
  return status === 'checking' || status === 'running' || status === 'uploading'
}

/** The columns of contacts, in the order of the form. */
export const TARGET_LABELS: Readonly<Record<string, string>> = {
  phoneNumber: 'Phone number',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail',
  birthDate: 'Birth date',
  gender: 'Gender',
  street: 'Street',
  city: 'City',
  state: 'State',
  postalCode: 'Postal code',
  country: 'Country',
  isFavorite: 'Favorite',
}

type Labelled = { readonly key: string; readonly label: string }

/** What is wrong with rows, by the class of the fault after its column, or the whole class. */
const FAULT_LABELS: Readonly<Record<string, string>> = {
  missing: 'empty',
  invalid: 'not valid',
  malformed: 'Unreadable rows',
  length: 'Too many or too few cells',
  erased: 'Erased numbers',
  'hard-opted-out': 'Opted out, saved but not in the group',
  'pending-elsewhere': 'Asked to confirm another group, saved but not in this one',
  other: 'Other faults',
}

type Fault = Pick<OneImport['faults'][number], 'class' | 'column' | 'reason'>

/** A short name of a class of faults: the rows say the rest. */
export function faultLabel({ class: name, column, reason }: Fault, fields: readonly Labelled[]): string {
  const kind = FAULT_LABELS[name.split(':').at(-1)!] ?? reason
  return column === undefined ? kind : `${targetLabel(column, fields)} ${kind}`
}

/** The reason with the name of the column as the page shows it. */
export function faultText({ column, reason }: Pick<Fault, 'column' | 'reason'>): string {
  const label = column === undefined ? undefined : TARGET_LABELS[column]
  return label !== undefined && reason.startsWith(`${column} `) ? label + reason.slice(column!.length) : reason
}

/** The name of a target: a column of contacts, or the key of a custom field. */
export function targetLabel(target: string, fields: readonly Labelled[]): string {
  return TARGET_LABELS[target] ?? fields.find(({ key }) => key === target)?.label ?? target
}
