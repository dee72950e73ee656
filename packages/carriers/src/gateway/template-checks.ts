import { HEADERS_OF_CONNECTION, isHeaderName, isHeaderValue } from '../http/header-rules.js'
import type { BodyStructure, BodyValue } from './description.js'
import { originOf } from './described-request.js'
import { brokenPlaceholderIn, escapeOf, placeholdersIn, render } from './language/template.js'
import { checkBy, faultLine, isMap, isScalar, isText, type Check } from './checks.js'

const METHOD_WITHOUT_BODY = 'GET'
const SAMPLE = 'x'
/** JSON may have them without quotes. */
const MAY_BE_NUMBERS = ['parts', 'to_digits', 'encoding']

/** A text that may contain these placeholders. No line shows the text, since it may be a password. */
export function template(placeholders: readonly string[]): Check {
  return (value, path) => {
    if (!isScalar(value)) return [faultLine(path, value, 'a text, a number or a truth value')]
    const source = String(value)
    const allowed = placeholders.length === 0 ? 'no placeholders' : placeholders.map((name) => `{{${name}}}`).join(' ')
    const broken = brokenPlaceholderIn(source)
    return [
      ...(broken === null ? [] : [faultLine(path, broken, `placeholders such as ${allowed}`)]),
      ...placeholdersIn(source)
        .filter((name) => !placeholders.includes(name))
        .map((name) => faultLine(path, `{{${name}}}`, `one of ${allowed}`)),
    ]
  }
}

export function url(placeholders: readonly string[]): Check {
  return (value, path) => {
    const expected = 'a URL of http or https, in ASCII, without placeholders in its host, a user, a fragment and spaces'
    if (typeof value !== 'string') return [faultLine(path, value, expected)]
    const origin = originOf(value)
    const isRight =
      origin !== '' && /^[\x21-\x7e]+$/.test(value) && !value.includes('#') && isUrl(value) && !origin.includes('@')
    // A user in the URL would be a secret that the line shows.
    if (!isRight)
      return [origin.includes('@') ? `${path}: got a user, expected ${expected}` : faultLine(path, value, expected)]
    return template(placeholders)(value, path)
  }
}

export function headers(placeholders: readonly string[]): Check {
  const allowed = placeholders.filter((name) => name !== 'text' && name !== 'media_url')
  return (value, path) => {
    if (!isMap(value)) return [faultLine(path, value, 'names with values')]
    return Object.entries(value).flatMap(([name, one]) => {
      const place = `${path}.${name}`
      if (!isHeaderName(name)) return [`${place}: got this name, expected the name of a header`]
      if (HEADERS_OF_CONNECTION.includes(name.toLowerCase())) {
        return [`${place}: got this name, expected another than ${HEADERS_OF_CONNECTION.join(', ')}`]
      }
      // No line shows the value, since it may be a password.
      if (!isHeaderValue(String(one))) {
        return [`${place}: got a character that no header can contain, expected printable ASCII`]
      }
      return template(allowed)(one, place)
    })
  }
}

export const contentType = checkBy(
  'application/x-www-form-urlencoded, text/plain, or a type of JSON or XML, in UTF-8',
  (value) =>
    isText(value) &&
    /^[\x20-\x7e]+$/.test(value) &&
    escapeOf(value) !== null &&
    !/charset\s*=\s*"?(?!utf-8\b)/i.test(value),
)

/** The body of a request, which depends on its method and its content type. */
export function bodyFaultsOf(
  { method, contentType: type, body }: Readonly<Record<string, unknown>>,
  path: string,
  placeholders: readonly string[],
): readonly string[] {
  if (body === undefined) return []
  if (method === METHOD_WITHOUT_BODY) return [`${path}.body: got a body, expected none with the method GET`]
  const escape = isText(type) ? escapeOf(type) : null
  if (escape === null) return type === undefined ? [`${path}.contentType: got nothing, but the body needs it`] : []
  if (typeof body === 'string') return bodyTextFaultsOf(body, escape, `${path}.body`, placeholders)
  if (!isMap(body)) return [faultLine(`${path}.body`, body, 'a text, or names with values')]
  if (escape === 'form') {
    return Object.entries(body).flatMap(([name, value]) => template(placeholders)(value, `${path}.body.${name}`))
  }
  if (escape === 'json') return structureFaultsOf(body as BodyStructure, `${path}.body`, placeholders)
  return [faultLine(`${path}.body`, body, `a text, because the content type is ${String(type)}`)]
}

function bodyTextFaultsOf(
  body: string,
  escape: 'form' | 'json' | 'xml' | 'plain',
  path: string,
  placeholders: readonly string[],
): readonly string[] {
  const faults = template(placeholders)(body, path)
  if (faults.length > 0 || escape !== 'json') return faults
  const samples = placeholders.map((name) => [name, MAY_BE_NUMBERS.includes(name) ? '1' : SAMPLE])
  const sample = render(body, Object.fromEntries(samples) as Record<string, string>, escape)
  return isJson(sample) ? [] : [`${path}: got a text that is no JSON once its placeholders have values, expected JSON`]
}

function structureFaultsOf(value: BodyValue, path: string, placeholders: readonly string[]): readonly string[] {
  if (value === null) return []
  if (Array.isArray(value)) {
    const list = value as readonly BodyValue[]
    return list.flatMap((one, position) => structureFaultsOf(one, `${path}[${position}]`, placeholders))
  }
  if (!isMap(value)) return template(placeholders)(value, path)
  return Object.entries(value).flatMap(([name, one]) =>
    structureFaultsOf(one as BodyValue, `${path}.${name}`, placeholders),
  )
}

function isUrl(source: string): boolean {
  const sample = render(source, Object.fromEntries(placeholdersIn(source).map((name) => [name, SAMPLE])), 'url')
  return URL.canParse(sample)
}

function isJson(source: string): boolean {
  try {
    JSON.parse(source)
    return true
  } catch {
    return false
  }
}
