import type { CustomField, CustomFieldType } from '../../model/contacts/custom-field.js'
import { repeatedCaps, type DeclaredCap } from '../../model/frequency/frequency-cap.js'
import { faultsOfPools, type DeclaredPool } from '../../model/senders/declared-pools.js'
import { repetitionsOf } from '../../values/collections.js'
import { refuseFaults, type FieldError } from '../../values/errors.js'
import { foldCase } from '../../values/text/text.js'
import { DECLARATION_RULES } from './declaration-rules.js'
import {
  declarationSchema,
  type AccountDeclaration,
  type CustomFieldDeclaration,
  type GroupDeclaration,
  type SenderDeclaration,
} from './declaration.js'

/** The schema with the rules that hold for every entry point. */
export const DECLARATION = declarationSchema(DECLARATION_RULES)

/** Reads an unchecked document. Throws one error for all faults that do not depend on the account. */
export function readDeclaration(document: unknown, schema = DECLARATION): AccountDeclaration {
  const { account, faults } = checkDeclaration(document, schema)
  refuseFaults(faults)
  return account!
}

/** Returns the faults with their paths, and a declaration that is complete only if there are none. */
export function checkDeclaration(document: unknown, schema = DECLARATION) {
  const faults: FieldError[] = []
  const account = schema.read(document, '', faults)?.account
  return { account, faults: [...faults, ...faultsBetween(account ?? {})] }
}

/** A declaration without its faulty fields. */
type Draft = {
  readonly [Name in keyof AccountDeclaration]?: AccountDeclaration[Name] extends readonly (infer Item)[] | undefined
    ? readonly Partial<Item>[]
    : unknown
}

/** The faults that concern several fields. Ignores faulty fields, which are already reported. */
function faultsBetween({ apiKeys, numbers, groups = [], customFields = [], trackingLinks, webhooks, ...rest }: Draft) {
  return [
    ...repeatedCaps((rest.frequencyCaps ?? []) as readonly Partial<DeclaredCap>[], 'account.frequencyCaps'),
    ...faultsOfPools((rest.pools ?? []) as readonly Partial<DeclaredPool>[], 'account.pools'),
    ...repeated('apiKeys', 'id', apiKeys),
    ...repeated('numbers', 'number', numbers),
    ...repeated('groups', 'name', groups),
    ...repeated('customFields', 'key', customFields),
    ...repeated('customFields', 'label', customFields, foldCase),
    ...repeated('trackingLinks', 'link', trackingLinks),
    ...repeated('webhooks', 'url', webhooks),
    ...secondDefaults(groups),
    ...customFields.flatMap(optionFaults),
  ]
}

/** The faults of the declared fields, checked against all other fields of the account. */
export function faultsAmong(fields: readonly CustomField[], declared: readonly CustomFieldDeclaration[]): FieldError[] {
  return declared.flatMap(({ key, label }, i) => {
    const field = fields.find((candidate) => candidate.key === key)
    const clashes = fields.some((other) => other.key !== key && foldCase(other.label) === foldCase(label))
    return [
      ...(clashes
        ? [{ field: `account.customFields[${i}].label`, message: 'is already the label of another field' }]
        : []),
      ...(field && isSelect(field.type) && field.options.length === 0 ? [needsOptions(field.type, i)] : []),
    ]
  })
}

/** Values are stored in the old type; reading them as another type would lose them. */
export function typeChange(i: number, { from, to }: { from: CustomFieldType; to: CustomFieldType }): FieldError {
  const message = `cannot change from ${from} to ${to}: values are stored. Remove the field first`
  return { field: `account.customFields[${i}].type`, message }
}

export function unknownSender(i: number): FieldError {
  return { field: `account.groups[${i}].sender`, message: 'is not a number of this account' }
}

/** `carriers`: the names in the file of carriers; empty if there is none. */
export function unknownCarriers(
  numbers: readonly SenderDeclaration[],
  carriers: readonly string[],
): readonly FieldError[] {
  const expected = carriers.length === 0 ? 'the service has no file of carriers' : `expected ${carriers.join(', ')}`
  return numbers.flatMap(({ carrier }, i) => {
    if (carrier == null || carriers.includes(carrier)) return []
    return [
      { field: `account.numbers[${i}].carrier`, message: `is no carrier of the service: ${expected}, got ${carrier}` },
    ]
  })
}

function repeated<F extends string>(
  list: string,
  field: F,
  items: readonly { readonly [Name in F]?: string }[] = [],
  spelling = (text: string) => text,
): FieldError[] {
  const keyOf = (item: { readonly [Name in F]?: string }) =>
    item[field] === undefined ? undefined : spelling(item[field])
  return repetitionsOf(items, keyOf).map(({ index, first }) => ({
    field: `account.${list}[${index}].${field}`,
    message: `is the same as in ${list}[${first}]`,
  }))
}

function secondDefaults(groups: readonly Partial<GroupDeclaration>[]): FieldError[] {
  const first = groups.findIndex((group) => group.default)
  const message = `cannot be true, because groups[${first}] is already the default`
  return groups.flatMap((group, i) =>
    group.default && i !== first ? [{ field: `account.groups[${i}].default`, message }] : [],
  )
}

/** Absent options stay unchanged: `faultsAmong` checks whether the field has any. */
function optionFaults({ type, options }: Partial<CustomFieldDeclaration>, i: number): FieldError[] {
  if (type === undefined || options === undefined) return []
  const field = `account.customFields[${i}].options`
  if (isSelect(type) && options.length === 0) return [needsOptions(type, i)]
  if (!isSelect(type) && options.length > 0) return [{ field, message: `must be empty for the type ${type}` }]
  return new Set(options).size === options.length ? [] : [{ field, message: 'must not contain an option twice' }]
}

function needsOptions(type: CustomFieldType, i: number): FieldError {
  return { field: `account.customFields[${i}].options`, message: `must not be empty for the type ${type}` }
}

function isSelect(type: CustomFieldType): boolean {
  return type === 'SINGLE_SELECT' || type === 'MULTI_SELECT'
}
