import { webhookFaults } from '../../model/webhooks/webhook-rules.js'
import type { FieldError } from '../../values/errors.js'
import { list, number, text, texts } from '../../values/field-rule.js'
import { DECLARATION_RANGES as RANGES, DECLARATION_RULES as RULES } from './declaration-rules.js'
import type {
  AccountDeclaration,
  ApiKeyDeclaration,
  CustomFieldDeclaration,
  GroupDeclaration,
  SenderDeclaration,
  TrackingLinkDeclaration,
} from './declaration.js'
import { unknownFields } from './unknown-fields.js'

/** The faults of the single fields of a declaration; the caller need not have checked any of them. */
export function fieldFaults(declaration: AccountDeclaration): readonly FieldError[] {
  return [...settingFaults(declaration), ...listFaults(declaration)]
}

function settingFaults(declaration: AccountDeclaration): FieldError[] {
  const { name, credits, dailyMessageQuota, rateLimits, compliance, optInForm, retention } = declaration
  return [
    ...unknownFields('account', 'account', declaration),
    ...SETTINGS.flatMap((kind) => unknownFields(kind, `account.${kind}`, declaration[kind] ?? {})),
    ...text('account.name', name, RULES.name),
    ...number('account.credits.sms', credits?.sms, RANGES.credits),
    ...number('account.credits.mms', credits?.mms, RANGES.credits),
    ...number('account.dailyMessageQuota', dailyMessageQuota, RANGES.dailyMessageQuota),
    ...Object.entries(rateLimits ?? {}).flatMap(([bucket, limit]) =>
      number(`account.rateLimits.${bucket}`, limit, RANGES.rateLimits),
    ),
    ...texts(
      'account.compliance.blockedPhrases',
      compliance?.blockedPhrases,
      RANGES.blockedPhrases,
      RULES.blockedPhrase,
    ),
    ...text('account.compliance.helpText', compliance?.helpText, RULES.message),
    ...text('account.optInForm.consentText', optInForm?.consentText, RULES.consentText),
    ...text('account.optInForm.privacyUrl', optInForm?.privacyUrl, RULES.url),
    ...text('account.optInForm.termsUrl', optInForm?.termsUrl, RULES.url),
    ...number('account.retention.messages', retention?.messages, RANGES.retention),
    ...number('account.retention.events', retention?.events, RANGES.retention),
    ...number('account.retention.clicks', retention?.clicks, RANGES.retention),
  ]
}

const SETTINGS = ['capabilities', 'credits', 'rateLimits', 'compliance', 'optInForm', 'retention'] as const

function listFaults(declaration: AccountDeclaration): FieldError[] {
  return [
    ...objects('apiKeys', declaration, keyFaults),
    ...objects('numbers', declaration, senderFaults),
    ...objects('groups', declaration, groupFaults),
    ...objects('customFields', declaration, customFieldFaults),
    ...objects('trackingLinks', declaration, trackingLinkFaults),
    ...objects('webhooks', declaration, (at, webhook) => webhookFaults(webhook, `${at}.`)),
  ]
}

function keyFaults(at: string, { id, secret }: ApiKeyDeclaration): FieldError[] {
  return [...text(`${at}.id`, id, RULES.keyId), ...text(`${at}.secret`, secret, RULES.keySecret)]
}

function senderFaults(at: string, { number: sender, messagesPerSecond }: SenderDeclaration): FieldError[] {
  return [
    ...text(`${at}.number`, sender, RULES.sender),
    ...number(`${at}.messagesPerSecond`, messagesPerSecond, RANGES.messagesPerSecond),
  ]
}

function groupFaults(at: string, { name, optInMessage, confirmMessage, sender, tags }: GroupDeclaration): FieldError[] {
  return [
    ...text(`${at}.name`, name, RULES.name),
    ...text(`${at}.optInMessage`, optInMessage, RULES.message),
    ...text(`${at}.confirmMessage`, confirmMessage, RULES.message),
    ...text(`${at}.sender`, sender, RULES.sender),
    ...texts(`${at}.tags`, tags, RANGES.tags, RULES.name),
  ]
}

function customFieldFaults(at: string, { label, options }: CustomFieldDeclaration): FieldError[] {
  return [...text(`${at}.label`, label, RULES.name), ...texts(`${at}.options`, options, RANGES.options, RULES.name)]
}

function trackingLinkFaults(at: string, { link, target }: TrackingLinkDeclaration): FieldError[] {
  return [...text(`${at}.link`, link, RULES.trackingLink), ...text(`${at}.target`, target, RULES.url)]
}

type Lists = Required<
  Pick<AccountDeclaration, 'apiKeys' | 'numbers' | 'groups' | 'customFields' | 'trackingLinks' | 'webhooks'>
>

function objects<Name extends keyof Lists>(
  name: Name,
  declaration: Partial<Lists>,
  faultsOf: (at: string, item: Lists[Name][number]) => FieldError[],
): FieldError[] {
  return list<Lists[Name][number]>(`account.${name}`, declaration[name], RANGES[name], (at, item) => [
    ...unknownFields(name, at, item),
    ...faultsOf(at, item),
  ])
}
