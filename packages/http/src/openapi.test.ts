import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { adminRoutes, ADMIN_PREFIX } from './admin/admin-api.js'
import { NewApiKeyFields } from './admin/api-keys.js'
import { ContactListFields } from './admin/contact-lists.js'
import * as declaration from './admin/declaration.js'
import { ReplayEventFields, ReplaySpanFields } from './admin/deliveries.js'
import { SecretFields, WebhookPatchFields } from './admin/webhooks.js'
import { BatchFields, BroadcastFields } from './broadcasts.js'
import { nestedShape, type Shape } from './checks.js'
import { AddressFields, ContactFields } from './contacts.js'
import type { ApiEnvironment } from './context.js'
import { docsPaths, plainPages } from './create-api.js'
import { JoinFields } from './memberships.js'
import { SendFields } from './messages.js'
import { BatchPreviewFields, BroadcastPreviewFields, MessagePreviewFields, SchedulePreviewFields } from './preview.js'
import { PUBLIC_PREFIX, publicRoutes } from './public-api.js'
import * as schedule from './schedule-fields.js'
import { propertiesOf, readShape } from './shape.js'
import {
  document,
  documentedRoutes,
  schemaFaults,
  schemaOf,
  type Operation,
  type Schema,
} from './testing/openapi-document.js'
import { openTestApi } from './testing/test-api.js'

const SHAPES: Record<string, Shape<object>> = {
  AddressFields,
  BatchFields,
  BatchPreviewFields,
  BroadcastFields,
  BroadcastPreviewFields,
  ContactFields,
  ContactListFields,
  JoinFields,
  MessagePreviewFields,
  NewApiKeyFields,
  ReplayEventFields,
  ReplaySpanFields,
  SchedulePreviewFields,
  SecretFields,
  SendFields,
  WebhookPatchFields,
  ...schedule,
  Declaration: declaration.Declaration,
  AccountFields: declaration.AccountFields,
  ApiKeyFields: declaration.ApiKeyFields,
  CapabilityFields: declaration.CapabilityFields,
  ComplianceFields: declaration.ComplianceFields,
  CreditFields: declaration.CreditFields,
  CustomFieldFields: declaration.CustomFieldFields,
  GroupFields: declaration.GroupFields,
  NumberFields: declaration.NumberFields,
  OptInFormFields: declaration.OptInFormFields,
  RateLimitFields: declaration.RateLimitFields,
  RetentionFields: declaration.RetentionFields,
  TrackingLinkFields: declaration.TrackingLinkFields,
  WebhookFields: declaration.WebhookFields,
}

/** Declared only to be refused by name. */
const REFUSED = new Set(['phoneNumber', 'tz'])

test('every route is in the document, and the document knows no other', async () => {
  const { useCases, registry } = await openTestApi(inMemory())
  const named = (prefix: string, path: string) => prefix + path.replace(/:(\w+)/g, '{$1}')
  const routes = [
    ...publicRoutes(useCases).map(({ method, path }) => `${method.toUpperCase()} ${named(PUBLIC_PREFIX, path)}`),
    ...adminRoutes(useCases, {} as ApiEnvironment).map(
      ({ method, path }) => `${method.toUpperCase()} ${named(ADMIN_PREFIX, path)}`,
    ),
    ...[...docsPaths(), ...Object.keys(plainPages({ registry, ready: async () => ({}) }))].map((path) => `GET ${path}`),
  ]
  expect(routes.sort()).toEqual(documentedRoutes().sort())
})

test('the document is served', async () => {
  const { call } = await openTestApi(inMemory())
  const { status, text } = await call('GET', '/openapi.yaml')
  expect(status).toBe(200)
  expect(text).toContain('openapi: 3.1')
})

test('every request schema is that of a class', () => {
  const referenced = Object.entries(document.paths).flatMap(([, item]) =>
    Object.values(item).flatMap(({ requestBody }) =>
      Object.values(requestBody?.content ?? {})
        .flatMap(({ schema }) => schema.oneOf ?? [schema])
        .flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? []),
    ),
  )
  for (const name of referenced) expect(Object.keys(SHAPES)).toContain(name)
})

test.each(Object.entries(SHAPES))('%s: class and schema have the same properties', (name, shape) => {
  const { properties = {}, additionalProperties } = schemaOf(name)
  expect([...propertiesOf(shape)].filter((property) => !REFUSED.has(property)).sort()).toEqual(
    Object.keys(properties).sort(),
  )
  expect(additionalProperties).toBe(false)
  for (const [property, schema] of Object.entries(properties)) {
    const ref = (schema.anyOf?.[0] ?? schema.items ?? schema).$ref?.split('/').at(-1)
    const nested = nestedShape(shape, property)
    expect([property, nested]).toEqual([property, ref === undefined ? undefined : SHAPES[ref]])
  }
})

test('every example is what its schema says', () => {
  const contents = [
    ...Object.values(document.paths).flatMap(Object.values),
    { responses: document.components.responses },
  ]
    .flatMap(({ requestBody, responses = {} }: Operation) => [requestBody, ...Object.values(responses)])
    .flatMap((holder) => Object.values(holder?.content ?? {}))
  const examples = contents.flatMap(({ schema, example, examples = {} }) =>
    [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)].map(
      (value) => ({
        refs: (schema.oneOf ?? [schema]).flatMap(({ $ref }) => $ref ?? []),
        value,
      }),
    ),
  )
  expect(examples.length).toBeGreaterThan(10)
  for (const { refs, value } of examples) {
    const faults = refs.map((ref) => schemaFaults(ref, value))
    if (refs.length > 0) expect([value, faults]).toEqual([value, expect.arrayContaining([[]])])
  }
})

/** Values around each bound of a schema, of every kind. */
function samplesOf(schema: Schema): unknown[] {
  const { maxLength, minLength, minimum, maximum, maxItems, minItems } = schema as Record<string, number | undefined>
  const kinds = [null, true, 0, 1.5, -1, '', 'text', [], {}, [1], [null], 'x'.repeat(5_000), '🔔']
  const edges = [maxLength, minLength].flatMap((length) =>
    length === undefined ? [] : ['🔔'.repeat(length), 'x'.repeat(length + 1), 'x'.repeat(Math.max(0, length - 1))],
  )
  const numbers = [minimum, maximum].flatMap((bound) => (bound === undefined ? [] : [bound, bound - 1, bound + 1]))
  const lists = [maxItems, minItems].flatMap((length) =>
    length === undefined
      ? []
      : [length, length + 1].map((many) => Array.from({ length: many }, () => sampleItem(schema))),
  )
  const choices = ((schema['enum'] ?? schema.items?.['enum'] ?? []) as unknown[]).flatMap((choice) => [
    choice,
    [choice],
  ])
  return [...kinds, ...edges, ...numbers, ...lists, ...choices]
}

function sampleItem({ items }: Schema): unknown {
  const choices = items?.['enum'] as unknown[] | undefined
  return choices?.[0] ?? 'text'
}

/** What JSON Schema says less exactly than the class, or not at all. */
const ONLY_THE_CLASS: Record<string, readonly string[]> = {
  email: ['text', 'x'.repeat(253), 'x'.repeat(255), '🔔', '🔔'.repeat(254)],
  timezone: ['', 'text', '🔔', 'x'.repeat(5_000)],
  link: ['', 'text', '🔔', '🔔'.repeat(512), 'x'.repeat(511)],
}

test.each(Object.entries(SHAPES))('%s: class and schema refuse the same values', (name, shape) => {
  const { required = [], properties = {} } = schemaOf(name)
  const valid = VALID[name] ?? {}
  expect(schemaFaults(`#/components/schemas/${name}`, valid)).toEqual([])
  readShape(shape, valid)
  for (const property of Object.keys(properties)) {
    const { [property]: _, ...without } = valid
    expect([property, accepts(shape, without)]).toEqual([property, !required.includes(property)])
    const schema = resolved(properties[property]!)
    for (const value of samplesOf(schema)) {
      if (ONLY_THE_CLASS[property]?.includes(value as string)) continue
      const body = { ...valid, [property]: value }
      const bySchema = schemaFaults(`#/components/schemas/${name}`, body).length === 0
      expect([property, shown(value), accepts(shape, body)]).toEqual([property, shown(value), bySchema])
    }
  }
})

test.each([
  ['BroadcastFields', 'BroadcastRecipient', BroadcastFields],
  ['BatchFields', 'BatchRecipient', BatchFields],
] as const)('%s: reader and schema refuse the same recipients', (name, itemName, shape) => {
  const { required = [], properties = {} } = schemaOf(itemName)
  const request = VALID[name]!
  const [valid, ...others] = request['recipients'] as Record<string, unknown>[]
  const takes = (recipient: unknown) => accepts(shape, { ...request, recipients: [recipient, ...others] })
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

function accepts(shape: Shape<object>, body: Record<string, unknown>): boolean {
  try {
    readShape(shape, body)
    return true
  } catch {
    return false
  }
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 60)
}

const MEDIA = 'https://example.com/a.jpg'

const AUDIENCE = { filter: { contact: { groups: { ids: { in: ['grp_01kjm3y0q0d5w2h7n4c6e8rtvx'] } } } } }

/** Those that others nest. */
const REQUESTS = {
  BatchFields: { from: '+12025550100', recipients: [{ to: '+12025550123', body: 'Hi', mediaUrl: MEDIA }] },
  BroadcastFields: {
    from: '+12025550100',
    body: 'Hi',
    mediaUrl: MEDIA,
    recipients: Array.from({ length: 100 }, () => ({ to: '+12025550123' })),
  },
  SendFields: { to: '+12025550123', from: '+12025550100', body: 'Hi', mediaUrl: MEDIA },
  ScheduleFields: {
    audience: AUDIENCE,
    from: '+12025550100',
    body: 'Hi',
    schedule: { at: '2026-03-08T09:00', timezone: 'America/New_York' },
  },
}

/** The least that each class takes. */
const VALID: Record<string, Record<string, unknown>> = {
  ...REQUESTS,
  Declaration: { account: { name: 'Acme' } },
  AccountFields: { name: 'Acme' },
  ApiKeyFields: { id: 'key_1' },
  BatchPreviewFields: { kind: 'batch', request: REQUESTS.BatchFields },
  BroadcastPreviewFields: { kind: 'broadcast', request: REQUESTS.BroadcastFields },
  ContactListFields: { name: 'VIP', phoneNumbers: ['+12025550123'] },
  CustomFieldFields: { key: 'contact_custom_field_1', label: 'Plan', type: 'TEXT' },
  GroupFields: { name: 'VIP' },
  MessagePreviewFields: { kind: 'message', request: REQUESTS.SendFields },
  NumberFields: { number: '+12025550100' },
  SchedulePreviewFields: { kind: 'schedule', request: REQUESTS.ScheduleFields },
  AudienceFields: AUDIENCE,
  FilterFields: AUDIENCE.filter,
  ContactFilterFields: AUDIENCE.filter.contact,
  GroupFilterFields: AUDIENCE.filter.contact.groups,
  IdFilterFields: AUDIENCE.filter.contact.groups.ids,
  TimetableFields: REQUESTS.ScheduleFields.schedule,
  RecurrenceFields: { frequency: 'daily', interval: 1, endType: 'never' },
  WaveFields: { recipientsPerWave: 500, waveIntervalMinutes: 10 },
  ListScheduleFields: {
    list: 'New customers',
    from: '+12025550100',
    body: 'Hi',
    schedule: REQUESTS.ScheduleFields.schedule,
  },
  TrackingLinkFields: { link: 'go.example.com/sale', target: 'https://example.com' },
  ReplayEventFields: { eventId: 'evt_01kjmma2g0007vq7wrdymx37zc' },
  ReplaySpanFields: { from: '2026-03-01T12:00:00Z', to: '2026-03-01T13:00:00Z' },
  WebhookFields: { url: 'https://example.com/hook', events: ['message.sent'] },
}
