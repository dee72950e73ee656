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
 * Whether something that the service depends on could not be reached, by the codes that Node gives such errors. For
 * whoever embeds the API on stores of any kind; those on Postgres know more ways to be out of reach, by `isOutage`.
 */
export function isNetworkFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CODES.has(String(error.code))
}
