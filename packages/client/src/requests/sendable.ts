import type { Repeats } from './repeats.js'

/** The variable parts of a request: its path parameters, query and body. */
export type Sendable = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>> | undefined
  /** Serialized as JSON, or sent unchanged if there is a content type. */
  readonly body?: unknown
  readonly contentType?: string | undefined
}

type RequestBody = NonNullable<RequestInit['body']>
type Sent = {
  readonly body?: RequestBody
  readonly contentType?: string
  readonly idempotencyKey?: string
}

/** The URL without a trailing slash. It must not contain secrets, because error messages include it. */
export function baseOf(url: string): string {
  const { protocol, username, password, search, hash } = new URL(url)
  const isPlain = [username, password, search, hash].every((part) => part === '')
  if (!['http:', 'https:'].includes(protocol) || !isPlain)
    throw new TypeError('The url must be an http or https URL without a password, query or fragment')
  return url.replace(/\/+$/, '')
}

export function addressOf(base: string, call: Sendable & { readonly path: string }): string {
  const { path, params = {}, query = {} } = call
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, params[name]))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)]))).toString()
  return `${base}${filled}${search === '' ? '' : `?${search}`}`
}

/** Rejects an empty segment and `.` or `..`, which would change the path. */
function segmentOf(name: string, value: unknown): string {
  const text = String(value ?? '')
  if (['', '.', '..'].includes(text)) throw new TypeError(`${name} must be given, got ${JSON.stringify(value)}`)
  return encodeURIComponent(text)
}

/** Serializes the body once, so that every try sends the same bytes with the same key. */
export function bodyOf({ body, contentType }: Sendable, repeats: Repeats, newKey: () => string): Sent {
  if (contentType !== undefined) return { body: body as RequestBody, contentType }
  if (repeats !== 'by-key') return body === undefined ? {} : json(body)
  const given = (body as { readonly idempotencyKey?: string }).idempotencyKey
  const idempotencyKey = given ?? newKey()
  return { ...json({ ...(body as object), idempotencyKey }), idempotencyKey }
}

function json(body: unknown): Sent {
  return { body: JSON.stringify(body), contentType: 'application/json' }
}
