import { CONTRACT_RATE_LIMITS } from '../../model/accounts/rate-limit.js'
import type { FieldError } from '../../values/errors.js'
import { UNKNOWN_FIELD } from '../../values/field-rule.js'
import type { AccountDeclaration } from './declaration.js'

/** An unknown field is probably misspelt: without a fault, its value would be ignored silently. */
export function unknownFields(kind: keyof Objects, at: string, given: object): FieldError[] {
  const known = Object.keys(FIELDS[kind])
  const message = `${UNKNOWN_FIELD}: expected one of ${known.join(', ')}`
  const unknown = Object.keys(given).filter((name) => !known.includes(name))
  return unknown.map((name) => ({ field: `${at}.${name}`, message }))
}

/** Every object of a declaration, by the field that contains it; `account` is the declaration itself. */
type Objects = { readonly account: AccountDeclaration } & {
  readonly [Name in keyof AccountDeclaration as NameOfObject<Name>]-?: ObjectOf<AccountDeclaration[Name]>
}

type NameOfObject<Name extends keyof AccountDeclaration> = [ObjectOf<AccountDeclaration[Name]>] extends [
  string | number,
]
  ? never
  : Name
type ObjectOf<T> = NonNullable<T> extends readonly (infer Item)[] ? Item : NonNullable<T>

/** Objects rather than lists, so that a field added to or removed from a type is a compile error until changed here. */
const FIELDS: { readonly [Kind in keyof Objects]: Readonly<Record<keyof Objects[Kind], unknown>> } = {
  account: {
    name: true,
    timezone: true,
    capabilities: true,
    credits: true,
    dailyMessageQuota: true,
    rateLimits: true,
    compliance: true,
    optInForm: true,
    retention: true,
    apiKeys: true,
    numbers: true,
    groups: true,
    customFields: true,
    trackingLinks: true,
    webhooks: true,
  },
  capabilities: { silentOptIn: true },
  credits: { sms: true, mms: true },
  rateLimits: CONTRACT_RATE_LIMITS,
  compliance: { blockedPhrases: true, blockPublicShorteners: true, helpText: true },
  optInForm: { open: true, consentText: true, privacyUrl: true, termsUrl: true },
  retention: { messages: true, events: true, clicks: true },
  apiKeys: { id: true, secret: true },
  numbers: { number: true, status: true, mms: true, messagesPerSecond: true },
  groups: {
    name: true,
    default: true,
    optInType: true,
    optInMessage: true,
    confirmMessage: true,
    sender: true,
    tags: true,
  },
  customFields: { key: true, label: true, type: true, options: true, status: true },
  trackingLinks: { link: true, target: true },
  webhooks: { url: true, events: true, secret: true },
}
