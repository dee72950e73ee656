import { expect, test } from '@jest/globals'
import { NewApiKeyFields } from '../accounts/admin-api-keys.js'
import * as declaration from '../accounts/declaration.js'
import { BatchFields, BroadcastFields } from '../broadcasts/broadcasts.js'
import { ContactListFields } from '../contacts/admin-contact-lists.js'
import { AddressFields, ContactFields } from '../contacts/contacts.js'
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
import * as schedule from '../schedules/schedule-fields.js'
import { LEAST_REQUESTS } from '../testing/least-requests.js'
import { document, schemaFaults, schemaOf, type Schema } from '../testing/openapi-document.js'
import { ReplayEventFields, ReplaySpanFields } from '../webhooks/admin-deliveries.js'
import { SecretFields, WebhookPatchFields } from '../webhooks/admin-webhooks.js'

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

/** Properties that a class declares only to refuse them by name. */
const REFUSED = new Set(['phoneNumber', 'tz'])

test('every request schema belongs to a class', () => {
  const referenced = Object.entries(document.paths).flatMap(([, item]) =>
    Object.values(item).flatMap(({ requestBody }) =>
      Object.values(requestBody?.content ?? {})
        .flatMap(({ schema }) => schema.oneOf ?? [schema])
        .flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? []),
    ),
  )
  expect(referenced).toContain('SendFields')
  expect(referenced.filter((name) => !(name in SHAPES))).toEqual([])
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

/** Values of every type, and values around each limit of a schema. */
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

/** Values that only the class checks, because JSON Schema is less exact. */
const ONLY_THE_CLASS: Record<string, readonly string[]> = {
  email: ['text', 'x'.repeat(253), 'x'.repeat(255), '🔔', '🔔'.repeat(254)],
  timezone: ['', 'text', '🔔', 'x'.repeat(5_000)],
  link: ['', 'text', '🔔', '🔔'.repeat(512), 'x'.repeat(511)],
}

test.each(Object.entries(SHAPES))('%s: class and schema refuse the same values', (name, shape) => {
  const { required = [], properties = {} } = schemaOf(name)
  const valid = LEAST_REQUESTS[name] ?? {}
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
  const request = LEAST_REQUESTS[name]!
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
