import type { Clock, WebhookResponse, WebhookPost, WebhookSender } from '@carillon/core'
import { Connections, type Connection } from './connections.js'
import { excerptOf, shorten } from './excerpt.js'
import { exchange, type Outcome, type Outgoing } from './exchange.js'
import { ForbiddenTarget } from './guarded-connector.js'
import { addressesOfInterfaces, ownAddressCheck } from './own-addresses.js'
import { resolveAsSystem, resolveFromServers, type ResolveName } from './resolve-name.js'
import { retryAfterMs } from './retry-after.js'
import { signedHeaders } from './signed-headers.js'

export type UndiciWebhookSenderOptions = {
  /** Whether webhooks may be sent to private addresses. */
  readonly allowPrivate: boolean
  /** The end of a refusal's message: how to configure this service to allow the address. */
  readonly allowHint?: string
  /** Needed for a `Retry-After` that contains a date. */
  readonly clock?: Clock
  /** Returns all addresses of a name. They are checked before a connection is made, unless `allowPrivate` is true. */
  readonly resolve?: ResolveName
  /** Returns all current addresses of this machine; called repeatedly. Default: the addresses of its interfaces. */
  readonly ownAddresses?: () => readonly string[]
  /** Certificates (PEM) to trust instead of Node's defaults. */
  readonly ca?: string
}

export type UndiciWebhookSender = WebhookSender & {
  /** Closes all connections. Later posts get no response. */
  close(): Promise<void>
}

/** Posts directly to the receiver, and ignores proxies from the environment: a proxy would resolve names itself. */
export function undiciWebhookSender({
  allowPrivate,
  clock = { now: () => new Date() },
  resolve = allowPrivate ? resolveAsSystem : resolveFromServers(),
  ownAddresses = addressesOfInterfaces,
  ...others
}: UndiciWebhookSenderOptions): UndiciWebhookSender {
  const isOwn = ownAddressCheck({ read: ownAddresses })
  const connections = new Connections({ allowPrivate, resolve, isOwn, ...others })

  async function post(post: WebhookPost, { deadlineMs }: { readonly deadlineMs: number }): Promise<WebhookResponse> {
    const url = URL.canParse(post.url) ? new URL(post.url) : null
    if (url === null || !PROTOCOLS.has(url.protocol)) {
      return { kind: 'unanswered', reason: 'forbidden', message: 'The URL must begin with http:// or https://' }
    }
    const outgoing = outgoingOf(url, post)
    const endsAt = performance.now() + deadlineMs
    const connection = connections.take(url.origin)
    let outcome = await over(connection, outgoing, deadlineMs)
    // The receiver may have closed the idle connection just before this post. A duplicate post is harmless.
    if (outcome.kind === 'broken' && connection.isReused) {
      outcome = await over(connections.make(url.origin), outgoing, Math.max(0, endsAt - performance.now()))
    }
    return webhookResponseOf(outcome, { deadlineMs, now: clock.now() })
  }

  async function over(connection: Connection, outgoing: Outgoing, deadlineMs: number): Promise<Outcome> {
    const outcome = await exchange(connection.client, outgoing, deadlineMs)
    if (outcome.kind === 'answered' && outcome.isWhole) connections.keep(connection)
    else connections.end(connection)
    return outcome
  }

  return { post, close: async () => connections.close() }
}

const PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:'])

function outgoingOf(url: URL, post: WebhookPost): Outgoing {
  const body = Buffer.from(post.body)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Carillon-Webhooks/1',
    ...signedHeaders(post, body),
  }
  return { path: url.pathname + url.search, headers, body }
}

function webhookResponseOf(
  outcome: Outcome,
  { deadlineMs, now }: { readonly deadlineMs: number; readonly now: Date },
): WebhookResponse {
  switch (outcome.kind) {
    case 'answered': {
      const { status, headers, beginning } = outcome
      const isSuccess = status >= 200 && status <= 299
      const waitMs = isSuccess ? null : retryAfterMs(headers['retry-after'], now)
      return { kind: 'answered', status, retryAfterMs: waitMs, excerpt: excerptOf(beginning) }
    }
    case 'late': {
      const missing = outcome.wasSent ? 'answer' : 'connection'
      return { kind: 'unanswered', reason: 'timeout', message: `No ${missing} within ${deadlineMs} ms` }
    }
    case 'broken':
      return { kind: 'unanswered', reason: reasonOf(outcome.error), message: shorten(messageOf(outcome.error)) }
  }
}

function reasonOf(error: Error) {
  if (error instanceof ForbiddenTarget) return 'forbidden'
  return 'code' in error && error.code === 'ETIMEDOUT' ? 'timeout' : 'unreachable'
}

/** When several addresses were tried, the error is an `AggregateError` without a message. */
function messageOf(error: Error): string {
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.map(messageOf).join('; ')
  if (isGarbled(error)) return 'The response is not valid HTTP'
  return error.message === '' ? error.name : error.message.replace(ADVICE_OF_NODE, '')
}

/** Newer Node versions add advice for operators, but this message is for the owner of the endpoint. */
const ADVICE_OF_NODE = /; if the root CA .*/

/** Whether the response is invalid HTTP. undici's own message describes its internals and would not help the reader. */
function isGarbled(error: Error): boolean {
  return error.name === 'HTTPParserError' || error.name === 'AssertionError' || error.message === 'bad response'
}
