import type { webhooks } from './openapi.js'
import { faultOf } from './require-options.js'

type Payloads = {
  readonly [Type in keyof webhooks]: webhooks[Type] extends {
    readonly post: { readonly requestBody: { readonly content: { readonly 'application/json': infer Payload } } }
  }
    ? Payload
    : never
}

/** An event, distinguished by its `type`. New types may be added: ignore types that you do not know. */
export type WebhookEvent = Payloads[keyof Payloads]

export type ReceivedWebhook = {
  /** The raw body, before parsing. */
  readonly payload: string | Uint8Array | ArrayBuffer
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** `whsec_…`, or both secrets during a rotation. */
  readonly secret: string | readonly string[]
  /** How far the timestamp may be in the past or the future. Default: 300. */
  readonly toleranceSeconds?: number
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/** `unsigned`: a header is missing or malformed. `stale`: too old or too far ahead. `forged`: no signature matches. */
export type WebhookFault = 'unsigned' | 'stale' | 'forged'

/** Respond with status 400: the request did not come from the service, or its timestamp is out of range. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'

  constructor(
    readonly fault: WebhookFault,
    message: string,
  ) {
    super(message)
  }
}

const TOLERANCE_SECONDS = 300

/** Verifies a webhook as specified by Standard Webhooks, and returns its event. */
export async function verifyWebhook(received: ReceivedWebhook): Promise<WebhookEvent> {
  const secrets = secretsOf(received.secret)
  const bytes = bytesOf(received.payload)
  const { id, timestamp, signatures } = signedHeadersOf(received.headers)
  const { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now } = received
  const ageSeconds = now() / 1_000 - Number(timestamp)
  if (!(Math.abs(ageSeconds) <= toleranceSeconds))
    throw new WebhookVerificationError('stale', `The webhook was signed ${Math.round(ageSeconds)} s ago`)
  const signed = concatenated(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  const keys = await Promise.all(secrets.map(keyOf))
  for (const key of keys)
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, signed))
        return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent
  throw new WebhookVerificationError('forged', 'No signature of the webhook matches the secret')
}

/** Throws for a missing secret here, so that it is not reported as a forgery. */
function secretsOf(given: unknown): string[] {
  const secrets = [given].flat()
  const faults = secrets.length === 0 ? ['secret is an empty list'] : secrets.flatMap((one) => faultOf('secret', one))
  if (faults.length === 0) return secrets as string[]
  throw new TypeError(`verifyWebhook takes { secret: 'whsec_…' }, or a list of secrets, but ${faults.join(' and ')}`)
}

/** Requires the raw body: serializing parsed JSON again may give different bytes, which no signature matches. */
function bytesOf(payload: unknown): Uint8Array<ArrayBuffer> {
  if (typeof payload === 'string') return new TextEncoder().encode(payload)
  if (ArrayBuffer.isView(payload))
    return new Uint8Array(new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength))
  if (payload instanceof ArrayBuffer) return new Uint8Array(payload)
  throw new TypeError(
    `The payload must be the raw body, as text or bytes, got ${payload === null ? 'null' : typeof payload}: read it before it is parsed, for example with express.raw({ type: 'application/json' })`,
  )
}

function signedHeadersOf(headers: ReceivedWebhook['headers']) {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = headerIn(headers, name)
    if (value === undefined || value === '')
      throw new WebhookVerificationError('unsigned', `The webhook has no header ${name}`)
    return value
  }) as [string, string, string]
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('unsigned', 'The webhook-timestamp must be in seconds')
  return { id, timestamp, signatures: signature.split(' ').flatMap(signatureOf) }
}

function headerIn(headers: ReceivedWebhook['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return typeof value === 'object' ? value[0] : value
}

/** Empty for an unsupported signature version or invalid base64. */
function signatureOf(versioned: string): Uint8Array<ArrayBuffer>[] {
  if (!versioned.startsWith('v1,')) return []
  const bytes = fromBase64(versioned.slice('v1,'.length))
  return bytes === null ? [] : [bytes]
}

const PREFIX = 'whsec_'

async function keyOf(secret: string) {
  const bytes = secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : null
  if (bytes === null || bytes.length === 0) throw new TypeError('A webhook secret must be whsec_ followed by base64')
  // `crypto.subtle.verify` compares signatures in constant time.
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}

function concatenated(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length)
  whole.set(head)
  whole.set(tail, head.length)
  return whole
}
