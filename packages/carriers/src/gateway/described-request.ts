import type { HttpRequest } from '../http/exchange.js'
import type { BodyStructure, BodyValue, DescribedRequest } from './description.js'
import { escapeOf, render, renderField, type Escape, type TemplateValues } from './language/template.js'

/** Scheme and host, which have no placeholders. */
const ORIGIN = /^https?:\/\/[^/?#{}\s]+/

export function originOf(url: string): string {
  return ORIGIN.exec(url)?.[0] ?? ''
}

/** The request with its values, for a client of its origin. */
export function requestOf(described: DescribedRequest, values: TemplateValues): HttpRequest {
  const { method = 'POST', contentType } = described
  const body = bodyOf(described, values)
  return {
    method,
    path: pathOf(described, values),
    headers: {
      ...(described.basic === undefined ? {} : { authorization: basicOf(described.basic) }),
      ...(body === null || contentType === undefined ? {} : { 'content-type': contentType }),
      ...Object.fromEntries(fieldsOf(described.headers ?? {}, values, 'header')),
    },
    ...(body === null ? {} : { body }),
  }
}

export function basicOf({ username, password }: { readonly username: string; readonly password: string }): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

function pathOf({ url, query = {} }: DescribedRequest, values: TemplateValues): string {
  const rest = render(url.slice(originOf(url).length), values, 'url')
  const path = rest.startsWith('/') ? rest : `/${rest}`
  const parameters = formOf(query, values, 'url')
  if (parameters === '') return path
  return `${path}${path.includes('?') ? '&' : '?'}${parameters}`
}

function bodyOf({ body, contentType = '' }: DescribedRequest, values: TemplateValues): string | null {
  if (body === undefined) return null
  const escape = escapeOf(contentType) ?? 'plain'
  if (typeof body === 'string') return render(body, values, escape)
  if (escape === 'form') return formOf(body, values, 'form')
  return JSON.stringify(structureOf(body, values) ?? {})
}

function formOf(fields: BodyStructure, values: TemplateValues, escape: 'url' | 'form'): string {
  return fieldsOf(fields, values, escape)
    .map(([name, value]) => `${render('{{name}}', { name }, escape)}=${value}`)
    .join('&')
}

function fieldsOf(fields: BodyStructure, values: TemplateValues, escape: Escape): readonly [string, string][] {
  return Object.entries(fields).flatMap(([name, template]) => {
    const value = renderField(literal(String(template)), values, escape)
    return value === null ? [] : [[name, value] as [string, string]]
  })

  /** The literal parts of a form are escaped like the values. */
  function literal(template: string): string {
    if (escape === 'header') return template
    return template.replace(/\{\{\s*\w+\s*\}\}|[^{]+|\{/g, (part) =>
      part.startsWith('{{') ? part : render('{{part}}', { part }, escape),
    )
  }
}

/** Leaves out what has no value, and what is empty because of that; undefined if nothing remains. */
function structureOf(value: BodyValue, values: TemplateValues): unknown {
  if (typeof value === 'string') return renderField(value, values, 'plain') ?? undefined
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const elements = (value as readonly BodyValue[])
      .map((one) => structureOf(one, values))
      .filter((one) => one !== undefined)
    return elements.length === 0 && value.length > 0 ? undefined : elements
  }
  const given = Object.entries(value)
  const entries = given.map(([name, one]) => [name, structureOf(one, values)] as const)
  const remaining = entries.filter(([, one]) => one !== undefined)
  return remaining.length === 0 && given.length > 0 ? undefined : Object.fromEntries(remaining)
}
