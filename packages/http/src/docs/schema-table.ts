import { html, type Content, type Html } from '../html/html.js'
import { markdown } from './errors/markdown.js'
import { fieldTable, type FieldRow } from './field-table.js'
import { nameOf, type Schema } from './openapi.js'

/** The anchor of a schema on the page. */
export function schemaId(name: string): string {
  return `schema-${name}`
}

/** The fields of a schema. Fields of inline schemas appear as `address.country` and `items[].id`. */
export function schemaTable(schema: Schema, label: string): Content {
  const rows = rowsOf(schema, '')
  return rows.length === 0 ? null : fieldTable({ label, heading: 'Field', rows })
}

function rowsOf(schema: Schema, prefix: string): readonly FieldRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([property, inner]) => {
    const name = prefix + property
    const row = {
      name: html`<code>${name}</code>`,
      isRequired: schema.required?.includes(property) ?? false,
      type: typeOf(inner),
      meaning: meaningOf(inner),
    }
    const below = inner.items ?? inner
    return [row, ...rowsOf(below, `${name}${inner.items === undefined ? '' : '[]'}.`)]
  })
}

/** The description, limits and examples of a schema. */
export function meaningOf(schema: Schema): Content {
  const { description, examples = [], example } = schema
  const shown = example === undefined ? examples : [example]
  const bounds = boundsOf(schema)
  return [
    description !== undefined && markdown(description),
    bounds.length > 0 && html`<p class="bounds">${bounds.map((bound, i) => [i > 0 && ' · ', bound])}</p>`,
    shown.length > 0 && html`<p class="bounds">Such as ${listed(shown)}</p>`,
  ]
}

export function typeOf(schema: Schema): Content {
  const name = nameOf(schema)
  if (name !== null) return html`<a href="#${schemaId(name)}">${name}</a>`
  const { type, items, oneOf, anyOf, allOf, additionalProperties, properties } = schema
  if (items !== undefined) return ['array of ', typeOf(items)]
  if (typeof additionalProperties === 'object' && properties === undefined)
    return ['object of ', typeOf(additionalProperties)]
  if (type !== undefined) return [type].flat().join(' or ')
  if (oneOf !== undefined || anyOf !== undefined) return between((oneOf ?? anyOf)!.map(typeOf), ' or ')
  if (allOf !== undefined) return between(allOf.map(typeOf), ' and ')
  return 'const' in schema || schema.enum !== undefined ? 'value' : 'any'
}

const BOUNDS: Readonly<Record<string, (value: unknown) => Content>> = {
  const: (value) => ['always ', literal(value)],
  enum: (values) => ['one of ', listed(values as readonly unknown[])],
  default: (value) => ['by default ', literal(value)],
  format: (value) => `as ${String(value)}`,
  pattern: (value) => ['matches ', html`<code>${String(value)}</code>`],
  minLength: (value) => `at least ${String(value)} characters`,
  maxLength: (value) => `at most ${String(value)} characters`,
  minimum: (value) => `from ${String(value)}`,
  maximum: (value) => `to ${String(value)}`,
  minItems: (value) => `at least ${String(value)} items`,
  maxItems: (value) => `at most ${String(value)} items`,
  uniqueItems: () => 'each item once',
  minProperties: (value) => `at least ${String(value)} fields`,
  maxProperties: (value) => `at most ${String(value)} fields`,
}

function boundsOf(schema: Schema): readonly Content[] {
  const own = Object.entries(BOUNDS).flatMap(([keyword, describe]) =>
    keyword in schema ? [describe(schema[keyword])] : [],
  )
  const ofItems = schema.items === undefined || nameOf(schema.items) !== null ? [] : boundsOf(schema.items)
  return [...own, ...ofItems.map((bound): Content => ['each ', bound])]
}

function listed(values: readonly unknown[]): Content {
  return between(values.map(literal), ', ')
}

function literal(value: unknown): Html {
  return html`<code>${typeof value === 'string' && value !== '' ? value : JSON.stringify(value)}</code>`
}

function between(parts: readonly Content[], separator: string): Content {
  return parts.map((part, i): Content => [i > 0 && separator, part])
}

/** Whether a schema has rules that the table cannot show, about fields that require or exclude each other. */
export function hasRules({ allOf, oneOf, anyOf, if: condition, not }: Schema): boolean {
  return [allOf, condition, not].some((rule) => rule !== undefined) || [oneOf, anyOf].some(hasOwnRule)
}

function hasOwnRule(choices: readonly Schema[] | undefined): boolean {
  return choices?.some((choice) => nameOf(choice) === null && Object.keys(choice).length > 1) ?? false
}
