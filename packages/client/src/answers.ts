import { CarillonError, type CarillonErrorOptions } from './carillon-error.js'
import type { Schema } from './operation.js'

/** What an error tells of the call that it came of. */
export type Trace = {
  readonly base: string
  readonly now: () => number
  readonly idempotencyKey: string | undefined
  readonly retries: number
}

/** The JSON of an answer; undefined where it has none. */
export async function answerOf(response: Response, trace: Trace): Promise<unknown> {
  const text = await response.text()
  if (response.status === 204) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable(response, trace)
  }
}

/** Of an answer that is no success: in the service's words, where it has some. */
export async function refusalOf(response: Response, trace: Trace): Promise<CarillonError> {
  const problem = problemIn(await response.text().catch(() => ''))
  if (problem === null || response.status < 400) return unreadable(response, trace)
  const { message, code, moreInfo, details } = problem
  return errorOf(trace, { ...heading(response, trace), reason: 'refused', message, code, moreInfo, details })
}

export function unreachable(cause: unknown, trace: Trace): CarillonError {
  return errorOf(trace, { reason: 'unreachable', message: `${trace.base} cannot be reached: ${wordsOf(cause)}`, cause })
}

/** The answer began, and did not come to its end. */
export function brokenOff(cause: unknown, response: Response, trace: Trace): CarillonError {
  const message = `The answer of ${trace.base} broke off: ${wordsOf(cause)}`
  return errorOf(trace, { ...heading(response, trace), reason: 'unreachable', message, cause })
}

export function timedOut(ms: number, trace: Trace): CarillonError {
  return errorOf(trace, { reason: 'timeout', message: `${trace.base} did not answer within ${ms} ms` })
}

function unreadable(response: Response, trace: Trace): CarillonError {
  const message = `${trace.base} answered with status ${response.status} and something that is not Carillon's`
  return errorOf(trace, { ...heading(response, trace), reason: 'unreadable', message })
}

function heading({ status, headers }: Response, { now }: Trace) {
  const requestId = headers.get('X-Request-Id') ?? undefined
  return { status, requestId, retryAfterMs: waitIn(headers.get('Retry-After'), now()) }
}

/** Seconds, or a date. */
function waitIn(retryAfter: string | null, now: number): number | undefined {
  if (retryAfter === null) return undefined
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

function errorOf({ idempotencyKey, retries }: Trace, told: Omit<CarillonErrorOptions, 'retries'>): CarillonError {
  return new CarillonError({ ...told, idempotencyKey, retries })
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

/** `fetch` itself says only that it failed: what happened is in its cause. */
function wordsOf(error: unknown): string {
  const { cause, message } = error as { cause?: unknown; message?: string }
  const inner = cause as { code?: string; message?: string } | undefined
  return inner?.message || inner?.code || message || String(error)
}
