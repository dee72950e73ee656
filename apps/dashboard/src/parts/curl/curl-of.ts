import { BASE_PATH } from '../../api/base-path.js'

/** A request of the public API. The path begins after `/api/v1`, or is one of the dashboard's own API. */
export type CurlRequest = {
  readonly method: string
  /** For example `/groups`; `/accounts/acc_1/groups` means the same. */
  readonly path: string
  readonly body?: unknown
}

/** The command that does the same by the public API; null if only the dashboard can do this. */
export function curlOf(request: CurlRequest, origin: string, basePath = BASE_PATH): string | null {
  const path = publicPathOf(request.path)
  if (path === null) return null
  const root = origin + basePath.replace(/\/[^/]*$/, '')
  const { method, body } = request
  const lines = [
    `curl -u KEY_ID:SECRET ${isPlain(method, body) ? '' : `-X ${method} `}${quoted(`${root}/api/v1${path}`)}`,
    ...(body === undefined ? [] : [`  -H 'Content-Type: application/json'`, `  -d ${quoted(JSON.stringify(body))}`]),
  ]
  return lines.join(' \\\n')
}

/** curl itself chooses GET, or POST if there is a body. */
function isPlain(method: string, body: unknown): boolean {
  return method === 'GET' || (method === 'POST' && body !== undefined)
}

/** The path in the public API. Paths of the dashboard that are not below an account have none. */
function publicPathOf(path: string): string | null {
  const below = /^\/accounts\/[^/?]+(\/.*)$/.exec(path)?.[1] ?? path
  return OWN_PATHS.test(below) ? null : below
}

/** What only the dashboard's API has. */
const OWN_PATHS =
  /^\/(?:accounts|admin|audit|consent\/(?:form-texts|pending)|drafts|imports|links\/(?:read|accept)|live|outlook|session|sessions|settings|sign-in|system|user|users)(?:[/?]|$)/

/** For a shell: single quotes keep every character except the single quote. */
function quoted(text: string): string {
  return /^[\w./:?=&%+-]+$/.test(text) && !/[?&]/.test(text) ? text : `'${text.replaceAll(`'`, `'\\''`)}'`
}
