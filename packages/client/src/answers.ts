import { CarillonError, type CarillonErrorOptions } from './carillon-error.js'
import type { Schema } from './requests/operation.js'

/** The details of a call that are included in its error. */
export type Trace = {
  readonly base: string
  readonly now: () => number
  readonly idempotencyKey: string | undefined
  readonly retries: number
}

/** The JSON of a response; undefined for status 204. */
export async function readJson(response: Response, trace: Trace): Promise<unknown> {
  const text = await response.text()
  if (response.status === 204) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable(response, trace)
  }
}

/** The error for an unsuccessful response, with the service's message if there is one. */
export async function refusalOf(response: Response, trace: Trace): Promise<CarillonError> {
  const problem = problemIn(await response.text().catch(() => ''))
  if (problem === null || response.status < 400) return unreadable(response, trace)
  const { message, code, moreInfo, details } = problem
  return errorOf(trace, { ...heading(response, trace), reason: 'refused', message, code, moreInfo, details })
}

export function unreachable(cause: unknown, trace: Trace): CarillonError {
  return errorOf(trace, { reason: 'unreachable', message: `${trace.base} cannot be reached: ${wordsOf(cause)}`, cause })
}

/** The error for a response that was cut off. */
export function brokenOff(cause: unknown, response: Response, trace: Trace): CarillonError {
  const message = `The response of ${trace.base} broke off: ${wordsOf(cause)}`
  return errorOf(trace, { ...heading(response, trace), reason: 'unreachable', message, cause })
}

export function timedOut(ms: number, trace: Trace): CarillonError {
  return errorOf(trace, { reason: 'timeout', message: `${trace.base} did not respond within ${ms} ms` })
}

function unreadable(response: Response, trace: Trace): CarillonError {
  const message = `${trace.base} responded with status ${response.status} and a body that is not from Carillon`
  return errorOf(trace, { ...heading(response, trace), reason: 'unreadable', message })
}

function heading({ status, headers }: Response, { now }: Trace) {
  const requestId = headers.get('X-Request-Id') ?? undefined
  return { status, requestId, retryAfterMs: waitIn(headers.get('Retry-After'), now()) }
}

/** `Retry-After` contains a number of seconds or a date. */
function waitIn(retryAfter: string | null, now: number): number | undefined {
  if (retryAfter === null) return undefined
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

function errorOf({ idempotencyKey, retries }: Trace, options: Omit<CarillonErrorOptions, 'retries'>): CarillonError {
  return new CarillonError({ ...options, idempotencyKey, retries })
}

function problemIn(text: string): Schema<'Error'> | null {
  try {
    const problem = JSON.parse(text) as Partial<Schema<'Error'>> | null
    return typeof problem?.code === 'number' && typeof problem.message === 'string'
      ? (problem as Schema<'Error'>)
      : null
  } catch {
    return null
  }
}

/** `fetch` reports only that it failed; the reason is in `cause`. */
function wordsOf(error: unknown): string {
  const { cause, message } = error as { cause?: unknown; message?: string }
  const inner = cause as { code?: string; message?: string } | undefined
  return inner?.message || inner?.code || message || String(error)
}
