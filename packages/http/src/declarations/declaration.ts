import {
  DECLARATION_RULES as RULES,
  declarationSchema,
  settingsSchema,
  type DeclarationSchema,
  type FieldRule,
  type SettingsSchema,
} from '@carillon/core'

/** Also checks that the host name is valid; the core checks only the form of the URL. */
function resolvable(rule: FieldRule): FieldRule {
  return { ...rule, holds: (text) => rule.holds(text) && URL.canParse(text) }
}

const OWN_PATHS = [
  'admin',
  'api',
  'dashboard',
  'docs',
  'healthz',
  'metrics',
  'openapi.json',
  'openapi.yaml',
  'opt-in',
  'provider',
  'readyz',
  'sim',
]

/** Refuses paths that the service handles itself: a tracking link there could never be followed. */
const FREE_PATH: FieldRule = {
  holds: (link) => !OWN_PATHS.includes(link.split('/')[1] ?? ''),
  expected: `must not have a path that begins with ${OWN_PATHS.join(', ')}: the service uses these paths`,
}

/** The account as an operator wants it: `apply` makes the stored account match. */
export const DECLARATION_SCHEMA: DeclarationSchema = declarationSchema({
  ...RULES,
  url: resolvable(RULES.url),
  webhookUrl: resolvable(RULES.webhookUrl),
  trackingLink: [RULES.trackingLink, FREE_PATH],
})

const { credits, webhooks, groups, customFields, trackingLinks, numbers } = DECLARATION_SCHEMA.fields.account.fields
export const CREDITS_SCHEMA = credits
export const WEBHOOK_SCHEMA = webhooks.item
export const GROUP_SCHEMA = groups.item
export const CUSTOM_FIELD_SCHEMA = customFields.item
export const TRACKING_LINK_SCHEMA = trackingLinks.item
export const NUMBER_SCHEMA = numbers.item

/** The settings of an account in a change that a page of the dashboard makes. */
export const SETTINGS_SCHEMA: SettingsSchema = settingsSchema(DECLARATION_SCHEMA)
