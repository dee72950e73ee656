const CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
])

/**
 * Whether a dependency of the service could not be reached, judged by Node's error codes. Works for embedders with any
 * kind of store; the Postgres stores detect more kinds of outage with their `isOutage`.
 */
export function isNetworkFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CODES.has(String(error.code))
}
