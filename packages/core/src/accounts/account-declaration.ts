import type { CustomField, CustomFieldKey, CustomFieldStatus, CustomFieldType } from '../contacts/custom-field.js'
import type { FieldError } from '../errors.js'
import type { EventType } from '../events/event.js'
import type { OptInType } from '../groups/group.js'
import { fold } from '../values/text.js'
import type { TimeZone } from '../values/time-zone.js'
import type { Bucket } from './rate-limit.js'
import type { SenderStatus } from './sender.js'

/** How an operator wants an account to be. What is left out stays as it is. */
export type AccountDeclaration = {
  readonly name: string
  readonly timezone?: TimeZone
  readonly capabilities?: { readonly silentOptIn?: boolean }
  /** Granted once, when the account is created. */
  readonly credits?: { readonly sms?: number; readonly mms?: number }
  readonly dailyMessageQuota?: number | null
  /** Null lifts every limit; a limit that is left out of the object is the contract's. */
  readonly rateLimits?: Readonly<Partial<Record<Bucket, number | null>>> | null
  readonly compliance?: ComplianceDeclaration
  readonly apiKeys?: readonly ApiKeyDeclaration[]
  readonly numbers?: readonly SenderDeclaration[]
  readonly groups?: readonly GroupDeclaration[]
  readonly customFields?: readonly CustomFieldDeclaration[]
  readonly trackingLinks?: readonly TrackingLinkDeclaration[]
  readonly webhooks?: readonly WebhookDeclaration[]
}

export type ComplianceDeclaration = {
  readonly blockedPhrases?: readonly string[]
  readonly blockPublicShorteners?: boolean
  readonly helpText?: string | null
}

/** A secret that is left out is made up for a new key, and stays for one that exists. */
export type ApiKeyDeclaration = { readonly id: string; readonly secret?: string }

export type SenderDeclaration = {
  readonly number: string
  readonly status?: SenderStatus
  readonly mms?: boolean
  readonly messagesPerSecond?: number | null
}

export type GroupDeclaration = {
  readonly name: string
  readonly default?: boolean
  readonly optInType?: OptInType
  readonly optInMessage?: string | null
  readonly confirmMessage?: string | null
  readonly sender?: string | null
  readonly tags?: readonly string[]
}

export type CustomFieldDeclaration = {
  readonly key: CustomFieldKey
  readonly label: string
  readonly type: CustomFieldType
  readonly options?: readonly string[]
  readonly status?: CustomFieldStatus
}

export type TrackingLinkDeclaration = { readonly link: string; readonly target: string }

export type WebhookDeclaration = {
  readonly url: string
  readonly events: readonly EventType[]
  readonly secret?: string
}

/** What is wrong in a declaration as such, whatever the account is like: each fault under its path in the file. */
export function faultsOf(declaration: AccountDeclaration): readonly FieldError[] {
  const { apiKeys, numbers, groups = [], customFields = [], trackingLinks, webhooks } = declaration
  return [
    ...repeated('apiKeys', 'id', apiKeys),
    ...repeated('numbers', 'number', numbers),
    ...repeated('groups', 'name', groups),
    ...repeated('customFields', 'key', customFields),
    ...repeated('customFields', 'label', customFields, fold),
    ...repeated('trackingLinks', 'link', trackingLinks),
    ...repeated('webhooks', 'url', webhooks),
    ...secondDefaults(groups),
    ...customFields.flatMap(optionFaults),
  ]
}

/** What is wrong in the declared fields once they stand among all fields of the account. */
export function faultsAmong(fields: readonly CustomField[], declared: readonly CustomFieldDeclaration[]): FieldError[] {
  return declared.flatMap(({ key, label }, i) => {
    const field = fields.find((candidate) => candidate.key === key)
    const clashes = fields.some((other) => other.key !== key && fold(other.label) === fold(label))
    return [
      ...(clashes ? [{ field: `account.customFields[${i}].label`, message: 'is the label of another field' }] : []),
      ...(field && isSelect(field.type) && field.options.length === 0 ? [needsOptions(field.type, i)] : []),
    ]
  })
}

function repeated<F extends string>(
  list: string,
  field: F,
  items: readonly Readonly<Record<F, string>>[] = [],
  spelling = (text: string) => text,
): FieldError[] {
  const firsts = new Map<string, number>()
  return items.flatMap((item, i) => {
    const value = spelling(item[field])
    const first = firsts.get(value) ?? i
    firsts.set(value, first)
    if (first === i) return []
    return [{ field: `account.${list}[${i}].${field}`, message: `is the same as in ${list}[${first}]` }]
  })
}

function secondDefaults(groups: readonly GroupDeclaration[]): FieldError[] {
  const first = groups.findIndex((group) => group.default)
  return groups.flatMap((group, i) =>
    group.default && i !== first
      ? [
          {
            field: `account.groups[${i}].default`,
            message: `only one group can be the default, and groups[${first}] is`,
          },
        ]
      : [],
  )
}

/** Options that are left out stay as they are: whether there are any shows only among the account's fields. */
function optionFaults({ type, options }: CustomFieldDeclaration, i: number): FieldError[] {
  if (options === undefined) return []
  const field = `account.customFields[${i}].options`
  if (isSelect(type) && options.length === 0) return [needsOptions(type, i)]
  if (!isSelect(type) && options.length > 0) return [{ field, message: `${type} takes no options` }]
  return new Set(options).size === options.length ? [] : [{ field, message: 'names an option twice' }]
}

function needsOptions(type: CustomFieldType, i: number): FieldError {
  return { field: `account.customFields[${i}].options`, message: `${type} needs at least one option` }
}

function isSelect(type: CustomFieldType): boolean {
  return type === 'SINGLE_SELECT' || type === 'MULTI_SELECT'
}
