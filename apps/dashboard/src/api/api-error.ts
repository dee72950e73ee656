/** The service refused a request, or failed at it. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The code of the error reference; null if the response is not one of the service, but of a proxy for example. */
  readonly code: number | null
  readonly details: Readonly<Record<string, unknown>>
  /** The page that explains the error. */
  readonly moreInfo: string | null
  readonly retryAfterSeconds: number | null
  /** Identifies the request in the logs of the service. */
  readonly requestId: string | null

  constructor(message: string, fields: Partial<Omit<ApiError, 'name' | 'message'>> & { readonly status: number }) {
    super(message)
    this.status = fields.status
    this.code = fields.code ?? null
    this.details = fields.details ?? {}
    this.moreInfo = fields.moreInfo ?? null
    this.retryAfterSeconds = fields.retryAfterSeconds ?? null
    this.requestId = fields.requestId ?? null
  }
}

/** No response arrived: this computer or the service has no connection. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError'

  constructor(options?: ErrorOptions) {
    super(
      'The service does not respond. Check the connection of this computer; the page tries again by itself.',
      options,
    )
  }
}

export async function errorOf(response: Response): Promise<ApiError> {
  return apiErrorFrom({
    status: response.status,
    header: (name) => response.headers.get(name),
    text: await response.text().catch(() => ''),
  })
}

export type RefusedResponse = {
  readonly status: number
  readonly header: (name: string) => string | null
  readonly text: string
}

/** The error in a response, however it was received. */
export function apiErrorFrom({ status, header, text }: RefusedResponse): ApiError {
  const problem = header('Content-Type')?.includes('json') ? problemIn(text) : {}
  return new ApiError(problem.message ?? `The service responded with status ${status}.`, {
    status,
    code: problem.code ?? null,
    details: problem.details ?? {},
    moreInfo: problem.moreInfo ?? null,
    retryAfterSeconds: secondsIn(header('Retry-After')),
    requestId: header('X-Request-Id'),
  })
}

type Problem = {
  readonly code?: number
  readonly message?: string
  readonly moreInfo?: string
  readonly details?: Readonly<Record<string, unknown>>
}

function problemIn(text: string): Problem {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

function secondsIn(header: string | null): number | null {
  const seconds = Number(header)
  return header === null || !Number.isFinite(seconds) ? null : Math.max(1, Math.ceil(seconds))
}
