import { CONTACT_FILTER, readValue } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { schemaFaults, schemaOf, type Schema } from '../testing/openapi-document.js'
import { accepts, samplesOf, shown } from '../testing/schema-samples.js'

const isRead = (contact: unknown) => accepts((filter) => readValue(CONTACT_FILTER, filter), { contact })
const isDocumented = (contact: unknown) => schemaFaults('#/components/schemas/ContactFilter', { contact }).length === 0

function expectAgreement(contact: unknown) {
  expect([shown(contact), isRead(contact)]).toEqual([shown(contact), isDocumented(contact)])
}

function resolved({ $ref, ...own }: Schema): Schema {
  return $ref === undefined ? own : schemaOf($ref.split('/').at(-1)!)
}

/** Every place of a condition that takes operators: a path of properties, and the schema there. */
function operandPlaces(schema: Schema, path: readonly string[] = []): { path: readonly string[]; schema: Schema }[] {
  const { properties, anyOf, ...leaf } = resolved(schema)
  const inner = anyOf?.flatMap((one) => operandPlaces(one, path)) ?? []
  const below = Object.entries(properties ?? {}).flatMap(([name, each]) => operandPlaces(each, [...path, name]))
  return properties === undefined && anyOf === undefined ? [{ path, schema: leaf }] : [...inner, ...below]
}

const PLACES = operandPlaces(schemaOf('FieldConditions'))

function conditionWith([name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const inner = conditionWith(rest, value)
  // A duration needs the link beside it.
  return { [name]: name === 'clicked' ? { link: 'go.acme.com/sale', ...(inner as object) } : inner }
}

test('the document has every field and operator of filters', () => {
  expect(PLACES.length).toBeGreaterThan(150)
  const names = new Set(PLACES.map(({ path }) => path.join('.')))
  for (const name of ['groups.ids.in', 'groups.joinedAt.within', 'birthDate.monthDay', 'clicked.link', 'tz.exists'])
    expect(names).toContain(name)
})

test('reader and document agree on the values of every operator', () => {
  let accepted = 0
  for (const { path, schema } of PLACES) {
    for (const value of [...samplesOf(schema), '1990-02-28', '2026-03-01T12:00:00Z', '30d', '24h', '02-29', 'today']) {
      const condition = conditionWith(path, value)
      expectAgreement(condition)
      if (isRead(condition)) accepted++
    }
  }
  expect(accepted).toBeGreaterThan(PLACES.length)
})

test.each([
  {},
  { all: [] },
  { any: [{ all: [{ tz: { exists: true } }] }, { not: { isFavorite: { eq: true } } }] },
  { all: [], any: [] },
  { all: [], tz: { exists: true } },
  { all: {} },
  { not: [] },
  { not: {} },
  { phoneNumber: { eq: '+12025550123' } },
  { groups: {} },
  { groups: { ids: {} } },
  { groups: { names: { in: ['VIP'] } } },
  { segments: { ids: { in: [] } } },
  { segments: { ids: { notIn: ['seg_1'] } } },
  { customFields: {} },
  { customFields: { contact_custom_field_8: { eq: 1 } } },
  { customFields: { contact_custom_field_7: { eq: 1, gt: 0 } } },
  { address: { street: { eq: '1 Main St' } } },
  { clicked: { within: '30d' } },
  { clicked: { link: 'go.acme.com/sale', within: '30d' } },
  { firstName: { eq: 'Ann', in: ['Ann'], startsWith: 'A' } },
  { firstName: 'Ann' },
  { firstName: { gt: 'A' } },
  { birthDate: { contains: '1990' } },
  { createdAt: { exists: true } },
])('reader and document agree on the condition %j', (condition) => {
  expectAgreement(condition)
})
