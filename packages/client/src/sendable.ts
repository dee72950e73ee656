import type { Repeats } from './repeats.js'

/** What goes into a request: the values of its path, its query and its body. */
export type Sendable = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>> | undefined
  /** Becomes JSON, or goes as it is where it has a content type. */
  readonly body?: unknown
  readonly contentType?: string | undefined
}

type RequestBody = NonNullable<RequestInit['body']>
type Sent = {
  readonly body?: RequestBody
  readonly contentType?: string
  readonly idempotencyKey?: string
}

/** The address without the slash at its end. Nothing secret belongs into it: it stands in the words of errors. */
export function baseOf(url: string): string {
  const { protocol, username, password, search, hash } = new URL(url)
  const isPlain = [username, password, search, hash].every((part) => part === '')
  if (!['http:', 'https:'].includes(protocol) || !isPlain)
    throw new TypeError('The url must be an http or https address without password, query and anchor')
  return url.replace(/\/+$/, '')
}

export function addressOf(base: string, call: Sendable & { readonly path: string }): string {
  const { path, params = {}, query = {} } = call
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, params[name]))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)]))).toString()
  return `${base}${filled}${search === '' ? '' : `?${search}`}`
}

/** An empty one, or one of dots, would be another path. */
function segmentOf(name: string, value: unknown): string {
  const text = String(value ?? '')
  if (['', '.', '..'].includes(text)) throw new TypeError(`${name} must be given, got ${JSON.stringify(value)}`)
  return encodeURIComponent(text)
}

/** The bytes are made once, so that every try sends the same ones, under the same key. */
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
