import {
  AUTO_PAUSE_SCHEMA,
  CANARY_SCHEMA,
  NEW_USER_SCHEMA,
  readValue,
  USER_PATCH_SCHEMA,
  type ObjectSchema,
} from '@carillon/core'
import { expect, test } from '@jest/globals'
import { NewApiKeyFields } from '../accounts/admin-api-keys.js'
import { BatchFields, BroadcastFields } from '../broadcasts/broadcasts.js'
import { CarrierTestFields } from '../carriers/admin-carriers.js'
import { ContactListFields } from '../contacts/admin-contact-lists.js'
import { AddressFields, ContactFields } from '../contacts/contacts.js'
import { ConversationFields } from '../conversations/conversations.js'
import { CREDITS_SCHEMA, DECLARATION_SCHEMA, WEBHOOK_SCHEMA } from '../declarations/declaration.js'
import { AudienceFields } from '../filters/audience-fields.js'
import { JoinFields } from '../groups/memberships.js'
import { nestedShape, type Shape } from '../input/checks.js'
import { propertiesOf, readShape } from '../input/shape.js'
import { SendFields } from '../messages/messages.js'
import {
  BatchPreviewFields,
  BroadcastPreviewFields,
  MessagePreviewFields,
  SchedulePreviewFields,
} from '../previews/preview.js'
import { SkipFields } from '../schedules/occurrences.js'
import * as schedule from '../schedules/schedule-fields.js'
import { SegmentFields, SegmentPatchFields } from '../segments/segments.js'
import {
  LANGUAGE_SCHEMA,
  TEMPLATE_PATCH_SCHEMA,
  TEMPLATE_SCHEMA,
  TemplateRefFields,
  VARIANT_SCHEMA,
} from '../templates/template-fields.js'
import { LEAST_REQUESTS } from '../testing/least-requests.js'
import { document, schemaFaults, schemaOf, type Schema } from '../testing/openapi-document.js'
import { accepts, samplesOf, shown } from '../testing/schema-samples.js'
import { ReplayEventFields, ReplaySpanFields } from '../webhooks/admin-deliveries.js'
import { SecretFields, WebhookPatchFields } from '../webhooks/admin-webhooks.js'

const SHAPES: Record<string, Shape<object>> = {
  AddressFields,
  AudienceFields,
  BatchFields,
  BatchPreviewFields,
  BroadcastFields,
  BroadcastPreviewFields,
  CarrierTestFields,
  ContactFields,
  ContactListFields,
  ConversationFields,
  JoinFields,
  MessagePreviewFields,
  NewApiKeyFields,
  ReplayEventFields,
  ReplaySpanFields,
  SchedulePreviewFields,
  SecretFields,
  SegmentFields,
  SegmentPatchFields,
  SendFields,
  SkipFields,
  WebhookPatchFields,
  TemplateRefFields,
  ...schedule,
}

const { account } = DECLARATION_SCHEMA.fields
const { rateLimits, apiKeys, numbers, groups, customFields, trackingLinks, ...settings } = account.fields

/** The schemas of the core that read a declaration. */
const CORE_SCHEMAS: Record<string, ObjectSchema> = {
  Declaration: DECLARATION_SCHEMA,
  AccountFields: account,
  ApiKeyFields: apiKeys.item,
  AutoPauseFields: AUTO_PAUSE_SCHEMA,
  CanaryFields: CANARY_SCHEMA,
  StopWhenFields: CANARY_SCHEMA.fields.stopWhen,
  CapabilityFields: settings.capabilities,
  ComplianceFields: settings.compliance,
  CreditFields: CREDITS_SCHEMA,
  CustomFieldFields: customFields.item,
  FrequencyCapFields: settings.frequencyCaps.item,
  GroupFields: groups.item,
  NewUserFields: NEW_USER_SCHEMA,
  NumberFields: numbers.item,
  OptInFormFields: settings.optInForm,
  FormLimitFields: settings.optInForm.fields.limits.inner,
  ServiceTextFields: settings.serviceTexts,
  PoolFields: settings.pools.item,
  RateLimitFields: rateLimits.inner,
  RetentionFields: settings.retention,
  SendingWindowFields: settings.sendingWindows.inner.item,
  TemplateFields: TEMPLATE_SCHEMA,
  TemplateLanguageFields: LANGUAGE_SCHEMA,
  TemplatePatchFields: TEMPLATE_PATCH_SCHEMA,
  TemplateVariantFields: VARIANT_SCHEMA,
  TrackingLinkFields: trackingLinks.item,
  UserPatchFields: USER_PATCH_SCHEMA,
  UserRoleFields: NEW_USER_SCHEMA.fields.roles.item,
  WebhookFields: WEBHOOK_SCHEMA,
}

/** The reader of each request, by the name of its schema in the document. */
const READERS: Record<string, (body: Record<string, unknown>) => unknown> = {
  ...Object.fromEntries(Object.entries(SHAPES).map(([name, shape]) => [name, (body) => readShape(shape, body)])),
  ...Object.fromEntries(
    Object.entries(CORE_SCHEMAS).map(([name, schema]) => [name, (body) => readValue(schema, body)]),
  ),
}

/** Properties that a class declares only to refuse them by name. */
const REFUSED = new Set(['phoneNumber', 'tz'])

test('every request schema has a reader', () => {
  const referenced = Object.entries(document.paths).flatMap(([, item]) =>
    Object.values(item).flatMap(({ requestBody }) =>
      Object.values(requestBody?.content ?? {})
        .flatMap(({ schema }) => schema.oneOf ?? [schema])
        .flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? []),
    ),
  )
  expect(referenced).toContain('SendFields')
  expect(referenced.filter((name) => !(name in READERS))).toEqual([])
})

test.each(Object.entries(SHAPES))('%s: class and schema have the same properties', (name, shape) => {
  const { properties = {}, additionalProperties } = schemaOf(name)
  expect([...propertiesOf(shape)].filter((property) => !REFUSED.has(property)).sort()).toEqual(
    Object.keys(properties).sort(),
  )
  expect(additionalProperties).toBe(false)
  for (const [property, schema] of Object.entries(properties)) {
    const ref = nestedName(schema)
    const nested = nestedShape(shape, property)
    expect([property, nested]).toEqual([property, ref === undefined ? undefined : SHAPES[ref]])
  }
})

test.each(Object.entries(CORE_SCHEMAS))(
  '%s: core and document have the same properties',
  (name, { fields, required }) => {
    const documented = schemaOf(name)
    expect(Object.keys(fields).sort()).toEqual(Object.keys(documented.properties ?? {}).sort())
    expect(Object.keys(required).sort()).toEqual([...(documented.required ?? [])].sort())
    expect(documented.additionalProperties).toBe(false)
    for (const [property, field] of Object.entries(fields)) {
      const ref = nestedName(documented.properties![property]!)
      expect([property, objectIn(field)]).toEqual([property, ref === undefined ? undefined : CORE_SCHEMAS[ref]])
    }
  },
)

/** The object schema in a field of a core schema. The field may be nullable, or a list of such objects. */
function objectIn(field: object): unknown {
  const inner: object = Object.hasOwn(field, 'inner') ? Reflect.get(field, 'inner') : field
  const item: object = Object.hasOwn(inner, 'item') ? Reflect.get(inner, 'item') : inner
  return Object.hasOwn(item, 'fields') ? item : undefined
}

/** The name of the schema of a nested object or of the items of a list. */
function nestedName(schema: Schema): string | undefined {
  const [first] = schema.anyOf ?? [schema]
  return (first?.items ?? first)?.$ref?.split('/').at(-1)
}

/** Values that only the reader refuses, because the rules of JSON Schema are less exact. */
const ONLY_THE_CLASS: Record<string, readonly string[]> = {
  email: ['text', 'x'.repeat(253), 'x'.repeat(255), '🔔', '🔔'.repeat(254)],
  timezone: ['', 'text', '🔔', 'x'.repeat(5_000)],
  link: ['', 'text', '🔔', '🔔'.repeat(512), 'x'.repeat(511)],
}

test.each(Object.entries(READERS))('%s: reader and schema refuse the same values', (name, read) => {
  const { properties = {} } = schemaOf(name)
  const isValid = (body: object) => schemaFaults(`#/components/schemas/${name}`, body).length === 0
  const valid = LEAST_REQUESTS[name] ?? {}
  expect(isValid(valid)).toBe(true)
  read(valid)
  for (const property of Object.keys(properties)) {
    const { [property]: _, ...without } = valid
    expect([property, accepts(read, without)]).toEqual([property, isValid(without)])
    const schema = resolved(properties[property]!)
    for (const value of samplesOf(schema)) {
      if (ONLY_THE_CLASS[property]?.includes(value as string)) continue
      const body = { ...valid, [property]: value }
      expect([property, shown(value), accepts(read, body)]).toEqual([property, shown(value), isValid(body)])
    }
  }
})

test.each([
  ['BroadcastFields', 'BroadcastRecipient'],
  ['BatchFields', 'BatchRecipient'],
] as const)('%s: reader and schema refuse the same recipients', (name, itemName) => {
  const { required = [], properties = {} } = schemaOf(itemName)
  const request = LEAST_REQUESTS[name]!
  const [valid, ...others] = request['recipients'] as Record<string, unknown>[]
  const takes = (recipient: unknown) => accepts(READERS[name]!, { ...request, recipients: [recipient, ...others] })
  for (const strange of [null, 'text', [], 1]) expect(takes(strange)).toBe(false)
  for (const property of [...Object.keys(properties), 'unknown']) {
    const { [property]: _, ...without } = valid!
    expect([property, takes(without)]).toEqual([property, !required.includes(property)])
    for (const value of samplesOf(resolved(properties[property] ?? {}))) {
      const recipient = { ...valid, [property]: value }
      const bySchema = schemaFaults(`#/components/schemas/${itemName}`, recipient).length === 0
      expect([property, shown(value), takes(recipient)]).toEqual([property, shown(value), bySchema])
    }
  }
})

function resolved(schema: Schema): Schema {
  const inner = schema.anyOf?.[0] ?? schema
  return inner.$ref === undefined ? inner : schemaOf(inner.$ref.split('/').at(-1)!)
}
