import { BASE_PATH, servicePathOf } from '../../api/base-path.js'
import { PUBLIC_OPERATIONS } from '../../api/public-operations.js'

/** A request of the public API. The path begins after `/api/v1`, or is one of the dashboard's own API. */
export type CurlRequest = {
  readonly method: string
  /** For example `/groups`; `/accounts/acc_1/groups` means the same. */
  readonly path: string
  readonly body?: unknown
}

export type CurlOptions = {
  readonly basePath?: string
  /** The id and the secret of an API key. */
  readonly key?: string
}

/** Stands for an API key, because secrets are shown only once. */
const PLACEHOLDER = 'KEY_ID:SECRET'

/** The command that does the same by the public API; null if only the dashboard can do this. */
export function curlOf(
  request: CurlRequest,
  origin: string,
  { basePath = BASE_PATH, key = PLACEHOLDER }: CurlOptions = {},
): string | null {
  const path = publicPathOf(request)
  if (path === null) return null
  const { method, body } = request
  const url = `${origin}${servicePathOf(basePath)}/api/v1${path}`
  const lines = [
    `curl -u ${quoted(key)} ${isPlain(method, body) ? '' : `-X ${method} `}${quoted(url)}`,
    ...(body === undefined ? [] : [`  -H 'Content-Type: application/json'`, `  -d ${quoted(JSON.stringify(body))}`]),
  ]
  return lines.join(' \\\n')
}

/** curl itself chooses GET, or POST if there is a body. */
function isPlain(method: string, body: unknown): boolean {
  return method === 'GET' || (method === 'POST' && body !== undefined)
}

/** The path in the public API; null if that API has no such operation. */
function publicPathOf({ method, path }: CurlRequest): string | null {
  const below = /^\/accounts\/[^/?]+(\/.*)$/.exec(path)?.[1] ?? path
  const asked = `${method} ${below.replace(/\?.*$/, '')}`
  return SHAPES.some((shape) => shape.test(asked)) ? below : null
}

/** An operation's method and path, with any value for each `{name}`. */
const SHAPES = PUBLIC_OPERATIONS.map((operation) => new RegExp(`^${operation.replace(/\{\w+\}/g, '[^/]+')}$`))

/** For a shell: single quotes keep every character except the single quote. */
function quoted(text: string): string {
  return /^[\w./:?=&%+-]+$/.test(text) && !/[?&]/.test(text) ? text : `'${text.replaceAll(`'`, `'\\''`)}'`
}
