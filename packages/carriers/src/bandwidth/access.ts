import type { SubmissionOutcome } from '@carillon/core'
import { carrierText } from '../http/carrier-text.js'
import { HttpClient, type HttpExchange } from '../http/exchange.js'
import { at, readJson, textAt } from '../http/read-json.js'
import { notSent, throttled } from '../http/submit-each.js'
import { BANDWIDTH_TOKEN_URL, type BandwidthSettings } from './settings.js'

/** A token is renewed this long before it expires, so that it is valid when the request arrives. */
const RENEWAL_MS = 60_000
const LIFETIME_S_DEFAULT = 300

export type Access =
  /** `isNew`: it is not known yet whether Bandwidth accepts the header. */
  | { readonly kind: 'header'; readonly authorization: string; readonly isNew: boolean }
  /** There is no token, so nothing can be submitted. */
  | { readonly kind: 'none'; readonly outcome: SubmissionOutcome }

export type Credentials = {
  /** Returns within the deadline. */
  access(deadlineMs: number): Promise<Access>
  /** Bandwidth refused the header. */
  forget(authorization: string): void
  close(): Promise<void>
}

/** The `authorization` header of each request: a token for OAuth 2.0, or Basic for an API user. */
export function credentialsOf(settings: BandwidthSettings, now: () => number): Credentials {
  const { clientId, clientSecret, user, password } = settings
  if (clientId !== undefined && clientSecret !== undefined && user === undefined && password === undefined) {
    return tokens({ ...settings, clientId, clientSecret }, now)
  }
  if (user !== undefined && password !== undefined && clientId === undefined && clientSecret === undefined) {
    const header = { kind: 'header', authorization: basicOf(user, password), isNew: true } as const
    return { access: async () => header, forget() {}, close: async () => {} }
  }
  throw new Error('Bandwidth: expected either clientId and clientSecret, or user and password')
}

export function basicOf(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

type ApiCredentials = Pick<BandwidthSettings, 'tokenUrl'> & {
  readonly clientId: string
  readonly clientSecret: string
}

function tokens({ clientId, clientSecret, tokenUrl }: ApiCredentials, now: () => number): Credentials {
  const { origin, pathname, search } = new URL(tokenUrl ?? BANDWIDTH_TOKEN_URL)
  const client = new HttpClient({ baseUrl: origin, connections: 1 })
  let token: { readonly authorization: string; readonly renewAtMs: number } | null = null
  let pending: Promise<Access> | null = null

  async function renew(deadlineMs: number): Promise<Access> {
    const exchange = await client.exchange(
      {
        method: 'POST',
        path: pathname + search,
        headers: {
          authorization: basicOf(clientId, clientSecret),
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
        },
        body: 'grant_type=client_credentials',
      },
      deadlineMs,
    )
    const answer = exchange.kind === 'answered' ? readJson(exchange.body) : undefined
    const accessToken = textAt(answer, 'access_token')
    if (exchange.kind !== 'answered' || exchange.status !== 200 || accessToken === null) {
      return { kind: 'none', outcome: withoutToken(exchange, clientSecret) }
    }
    const expiresIn = at(answer, 'expires_in')
    const lifetimeMs = (typeof expiresIn === 'number' ? expiresIn : LIFETIME_S_DEFAULT) * 1_000
    token = { authorization: `Bearer ${accessToken}`, renewAtMs: now() + lifetimeMs - RENEWAL_MS }
    return { kind: 'header', authorization: token.authorization, isNew: true }
  }

  return {
    access(deadlineMs) {
      if (token !== null && now() < token.renewAtMs) {
        return Promise.resolve({ kind: 'header', authorization: token.authorization, isNew: false })
      }
      pending ??= renew(deadlineMs).finally(() => (pending = null))
      return within(deadlineMs, pending)
    },
    forget(authorization) {
      if (token?.authorization === authorization) token = null
    },
    close: () => client.close(),
  }
}

/** The first caller's deadline may be later than that of one who waits for the same token. */
async function within(deadlineMs: number, pending: Promise<Access>): Promise<Access> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Access>((resolve) => {
    const outcome = { kind: 'try-later', afterMs: null, because: 'no-time' } as const
    timer = setTimeout(() => resolve({ kind: 'none', outcome }), deadlineMs)
  })
  return Promise.race([pending, late]).finally(() => clearTimeout(timer))
}

/** Nothing was submitted without a token, so a message can be tried again, unless the credentials are wrong. */
function withoutToken(exchange: HttpExchange, clientSecret: string): SubmissionOutcome {
  if (exchange.kind === 'not-sent') return notSent(exchange.because)
  if (exchange.kind === 'no-answer') return { kind: 'try-later', afterMs: null, because: 'no-time' }
  if (exchange.status < 400 || exchange.status >= 500) {
    return { kind: 'try-later', afterMs: null, because: 'unreachable' }
  }
  if (exchange.status === 429) return throttled(exchange.headers['retry-after'])
  const error = textAt(readJson(exchange.body), 'error') ?? String(exchange.status)
  const message = `Bandwidth gives no token for the API credentials: ${carrierText(error, [clientSecret])}`
  return { kind: 'refused', type: 'carrier_account', message, carrierCode: error }
}
