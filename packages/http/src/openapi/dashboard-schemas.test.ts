import { ACCOUNT_INVITE_SCHEMA, ACCOUNT_ROLE_SCHEMA, readValue, type ObjectSchema } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { ComposeFields, ComposePreviewFields, ComposeSamplesFields } from '../compose/compose-fields.js'
import { NoteFields } from '../conversations/dashboard-notes.js'
import { SETTINGS_SCHEMA } from '../declarations/declaration.js'
import { ImportMappingFields, StartImportFields } from '../contact-imports/dashboard-imports.js'
import { DraftChanges, DraftFields } from '../drafts/draft-fields.js'
import { FilterCountFields } from '../segments/dashboard-segments.js'
import type { Shape } from '../input/checks.js'
import { propertiesOf, readShape } from '../input/shape.js'
import { TimetablePreviewFields } from '../schedules/dashboard-occurrences.js'
import { AcceptLinkFields, LinkFields } from '../sessions/dashboard-links.js'
import { SignInFields } from '../sessions/dashboard-session.js'
import { NEW_ACCOUNT_SCHEMA } from '../service/dashboard-system.js'
import { FIELD_CHANGES } from '../settings/dashboard-custom-fields.js'
import { GROUP_CHANGES } from '../settings/dashboard-groups.js'
import { NUMBER_CHANGES } from '../settings/dashboard-numbers.js'
import { TagFields } from '../settings/dashboard-tags.js'
import { LINK_CHANGES } from '../settings/dashboard-tracking-links.js'
import { LEAST_REQUESTS } from '../testing/least-requests.js'
import { dashboardDocument, document, schemaFaults, schemaOf } from '../testing/openapi-document.js'
import { accepts, shown } from '../testing/schema-samples.js'
import { OwnPasswordFields, OwnUserFields } from '../users/dashboard-own-user.js'

type Read = (body: Record<string, unknown>) => unknown

const SHAPES: Record<string, Shape<object>> = {
  AcceptLinkFields,
  ComposeFields,
  ComposePreviewFields,
  ComposeSamplesFields,
  FilterCountFields,
  ImportMappingFields,
  DraftChanges,
  DraftFields,
  LinkFields,
  NoteFields,
  OwnPasswordFields,
  OwnUserFields,
  SignInFields,
  StartImportFields,
  TagFields,
  TimetablePreviewFields,
}

const CORE_SCHEMAS: Record<string, ObjectSchema> = {
  AccountInviteFields: ACCOUNT_INVITE_SCHEMA,
  AccountRoleFields: ACCOUNT_ROLE_SCHEMA,
  CustomFieldChanges: FIELD_CHANGES,
  GroupChanges: GROUP_CHANGES,
  NumberChanges: NUMBER_CHANGES,
  NewAccountFields: NEW_ACCOUNT_SCHEMA,
  SettingsFields: SETTINGS_SCHEMA,
  TrackingLinkChanges: LINK_CHANGES,
}

/** The reader of each request that only the dashboard has, by the name of its schema in the document. */
const READERS: Record<string, Read> = {
  ...Object.fromEntries(Object.entries(SHAPES).map(([name, shape]) => [name, (body) => readShape(shape, body)])),
  ...Object.fromEntries(
    Object.entries(CORE_SCHEMAS).map(([name, schema]) => [name, (body) => readValue(schema, body)]),
  ),
}

test('every request that only the dashboard has has a reader', () => {
  const referenced = Object.values(dashboardDocument.paths).flatMap((item) =>
    Object.values(item).flatMap(({ requestBody }) =>
      Object.values(requestBody?.content ?? {})
        .flatMap(({ schema }) => schema.oneOf ?? [schema])
        .flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? []),
    ),
  )
  const own = referenced.filter((name) => !(name in document.components.schemas))
  expect(own).toContain('SignInFields')
  expect(own.filter((name) => !(name in READERS))).toEqual([])
})

/** The body of a message, which has no picture in the valid request. */
const NEEDED_WITHOUT_OTHERS: ReadonlySet<string> = new Set(['body'])

/** A value of each type. Readers and use cases have further rules for texts, which the document describes in words. */
const KINDS = [null, true, 1.5, 'a text that is long enough', [], [1], {}]

test.each(Object.entries(READERS))(
  '%s: reader and schema agree on fields, types and what is required',
  (name, read) => {
    const { required = [], properties = {}, additionalProperties } = schemaOf(name, dashboardDocument)
    const isValid = (body: object) => schemaFaults(`#/components/schemas/${name}`, body, 'dashboard').length === 0
    const valid = LEAST_REQUESTS[name] ?? {}
    expect([additionalProperties, isValid(valid), accepts(read, { ...valid, unknown: 1 })]).toEqual([
      false,
      true,
      false,
    ])
    read(valid)
    const fields = name in SHAPES ? [...propertiesOf(SHAPES[name]!)] : Object.keys(CORE_SCHEMAS[name]!.fields)
    expect(fields.toSorted()).toEqual(Object.keys(properties).toSorted())
    for (const property of Object.keys(properties)) {
      const { [property]: _, ...without } = valid
      const isNeeded = required.includes(property) || NEEDED_WITHOUT_OTHERS.has(property)
      expect([property, accepts(read, without)]).toEqual([property, !isNeeded])
      for (const value of KINDS) {
        const body = { ...valid, [property]: value }
        if (!isValid(body))
          expect([property, shown(value), accepts(read, body)]).toEqual([property, shown(value), false])
      }
    }
  },
)
