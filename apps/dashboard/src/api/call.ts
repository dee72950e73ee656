import { errorOf, OfflineError } from './api-error.js'
import { BASE_PATH } from './base-path.js'
import type { Method, PathOf, Result, Values } from './operation.js'
import { noteRequest } from './recent-requests.js'
import { noteServerTime } from './server-clock.js'

export const API_PATH = `${BASE_PATH}/api/v1`

type Given = {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: object
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Calls an operation of the dashboard's API. Throws an `ApiError`, or an `OfflineError` if there is no response. */
export async function call<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  values: Values<P, M>,
): Promise<Result<P, M>> {
  const response = await fetchResponse(method, path, values)
  return (response.status === 204 ? undefined : await response.json()) as Result<P, M>
}

/** The whole response, for its headers: an `ETag` for example. */
export async function fetchResponse<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  values: Values<P, M>,
): Promise<Response> {
  const { path: names, query, body, headers, signal } = values as Given
  const url = urlOf(path, names, query)
  if (method !== 'get' && !CHANGES_NOTHING.test(path)) noteRequest({ method: method.toUpperCase(), path: url, body })
  const request: RequestInit = {
    method: method.toUpperCase(),
    // A JSON type for every change, with or without a body: the service refuses what a form of another site could post.
    headers: { ...(method !== 'get' && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }
  const sentMs = Date.now()
  const response = await fetch(API_PATH + url, request).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new OfflineError({ cause: error })
  })
  noteServerTime(response.headers.get('Date'), { sentMs, receivedMs: Date.now() })
  if (!response.ok) throw await errorOf(response)
  return response
}

/** Requests that have a body only because it is too long for a query. */
const CHANGES_NOTHING = /\/(?:preview|samples|count)$/

/** The path below the API, with its names and query filled in. */
export function urlOf(path: string, names: Readonly<Record<string, string>> = {}, query: object = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat())
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one))
  }
  return search.size === 0 ? filled : `${filled}?${search}`
}
