import { createHash, createHmac, createPublicKey, createVerify, generateKeyPairSync, randomUUID } from 'node:crypto'
import type { CarrierRequest, Submission } from '@carillon/core'
import {
  startTestServer,
  type ReceivedRequest,
  type TestAnswer,
  type TestServer,
} from '../../gateway/testing/test-server.js'
import type { VonageSettings } from '../settings.js'

export const VONAGE_SETTINGS = {
  apiKey: 'abcd1234',
  apiSecret: 'ApiSecret99',
  applicationId: 'aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab',
  privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
  signatureSecret: 'a-signature-secret-of-32-letters',
} as const satisfies VonageSettings

export type TestVonage = TestServer & {
  refuse(to: string): void
  delivered(reference: string): readonly Submission[]
}

/** The documented length of a text. */
const TEXT_MAX = 1_000
const CAPTION_MAX = 2_000
const REFERENCE_MAX = 100
const MEDIA = ['image', 'audio', 'video', 'vcard', 'file']

/** Vonage as its documentation describes it. `textMax`: for tests of texts that the real carrier does not take. */
export async function startTestVonage({ textMax = TEXT_MAX }: { readonly textMax?: number } = {}): Promise<TestVonage> {
  const texts: Submission[] = []
  const refused = new Set<string>()

  const send = (request: ReceivedRequest): TestAnswer => {
    if (!isAuthenticated(request)) return problem(401, '#unauthorized', 'Unauthorized')
    if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) {
      return problem(415, '#unsupported-media-type', 'Unsupported Media Type')
    }
    const message = JSON.parse(request.body) as Record<string, unknown>
    const fault = faultOf(message, textMax)
    if (fault !== null) return invalid(fault)
    if (refused.has(String(message['to']))) {
      return problem(422, '/messages-olympus#1040', 'Invalid message', 'The number has an unrecognised prefix.')
    }
    texts.push(textOf(message))
    return { status: 202, contentType: 'application/json', body: JSON.stringify({ message_uuid: randomUUID() }) }
  }

  const server = await startTestServer({
    isSubmission: ({ method }) => method === 'POST',
    closed: () => problem(429, '/messages-olympus#1010', 'Rate Limit Hit', 'Please wait, then retry your request'),
    handle: (request) => {
      const { method, url } = request
      if (method === 'POST' && url.pathname === '/v1/messages') return send(request)
      if (method === 'GET' && url.pathname.startsWith('/v2/applications')) return application(request)
      return problem(404, '#not-found', 'Not Found')
    },
  })
  return {
    ...server,
    refuse: (to) => refused.add(to.replace('+', '')),
    delivered: (reference) => texts.filter((text) => text.reference === reference),
  }
}

/** A request that Vonage sends, signed as Vonage signs it. */
export function signedByVonage(
  url: string,
  body: string,
  at: Date,
  { secret = VONAGE_SETTINGS.signatureSecret as string, claims = {}, head = {} } = {},
): CarrierRequest {
  const all = {
    iat: Math.floor(at.getTime() / 1_000),
    jti: randomUUID(),
    iss: 'Vonage',
    payload_hash: createHash('sha256').update(body).digest('hex'),
    api_key: VONAGE_SETTINGS.apiKey,
    application_id: VONAGE_SETTINGS.applicationId,
    ...claims,
  }
  const unsigned = [{ alg: 'HS256', typ: 'JWT', ...head }, all]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = createHmac('sha256', secret).update(unsigned).digest('base64url')
  return {
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${unsigned}.${signature}`, 'content-type': 'application/json' },
    body: new TextEncoder().encode(body),
    address: '216.147.0.1',
    at,
  }
}

function isAuthenticated({ headers }: ReceivedRequest): boolean {
  const authorization = headers['authorization'] ?? ''
  if (authorization.startsWith('Basic ')) return authorization === basic()
  const [head, claims, signature] = authorization.replace(/^Bearer /, '').split('.') as [string, string, string]
  const key = createPublicKey(VONAGE_SETTINGS.privateKey)
  if (!createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(key, signature, 'base64url')) return false
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  const now = Date.now() / 1_000
  return (
    read['application_id'] === VONAGE_SETTINGS.applicationId &&
    typeof read['jti'] === 'string' &&
    Number(read['iat']) <= now + 1 &&
    Number(read['exp']) > now
  )
}

function basic(): string {
  const { apiKey, apiSecret } = VONAGE_SETTINGS
  return `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`
}

/** The name of the first parameter that is not as documented. */
function faultOf(message: Record<string, unknown>, textMax: number): string | null {
  const { channel, message_type: type, from, to, client_ref: reference, webhook_url: url } = message
  const length = (value: unknown) => (typeof value === 'string' ? value.length : 0)
  if (channel !== 'sms' && channel !== 'mms') return 'channel'
  if (typeof to !== 'string' || !/^[1-9]\d{6,14}$/.test(to)) return 'to'
  if (typeof from !== 'string' || !/^(?:\d{1,15}|[\w ]{1,11})$/.test(from)) return 'from'
  if (reference !== undefined && (length(reference) < 1 || length(reference) > REFERENCE_MAX)) return 'client_ref'
  if (url !== undefined && !URL.canParse(String(url))) return 'webhook_url'
  if (message['webhook_version'] !== undefined && message['webhook_version'] !== 'v1') return 'webhook_version'
  if (channel === 'sms') {
    if (type !== 'text') return 'message_type'
    return length(message['text']) < 1 || length(message['text']) > textMax ? 'text' : null
  }
  if (typeof type !== 'string' || !MEDIA.includes(type)) return 'message_type'
  const media = message[type] as Record<string, unknown> | undefined
  if (!URL.canParse(String(media?.['url']))) return type
  const caption = media!['caption']
  return caption !== undefined && (length(caption) < 1 || length(caption) > CAPTION_MAX) ? type : null
}

function textOf(message: Record<string, unknown>): Submission {
  const media = message[String(message['message_type'])] as Record<string, string> | string | undefined
  const { url = null, caption = '' } = typeof media === 'object' ? media : {}
  return {
    reference: String(message['client_ref']),
    from: `+${String(message['from'])}`,
    to: `+${String(message['to'])}`,
    body: message['channel'] === 'sms' ? String(message['text']) : caption,
    mediaUrl: url,
  }
}

function application(request: ReceivedRequest): TestAnswer {
  if (request.headers['authorization'] !== basic()) return problem(401, '#unauthorized', 'Unauthorized')
  const id = request.url.pathname.slice('/v2/applications/'.length)
  if (id !== '' && id !== VONAGE_SETTINGS.applicationId) return problem(404, '#not-found', 'Not Found')
  const webhook = (address: string) => ({ address, http_method: 'POST' })
  const body = {
    id,
    name: 'Carillon',
    capabilities: {
      messages: {
        version: 'v1',
        webhooks: {
          inbound_url: webhook('https://sms.example.com/provider/vonage/inbound'),
          status_url: webhook('https://other.example.com/status'),
        },
      },
    },
  }
  return { status: 200, contentType: 'application/json', body: JSON.stringify(body) }
}

function invalid(name: string): TestAnswer {
  return problem(422, '/messages-olympus#1150', 'Invalid params', 'The value of one or more parameters is invalid.', {
    invalid_parameters: [{ name, reason: 'The value is not as documented' }],
  })
}

function problem(status: number, fragment: string, title: string, detail = title, more: object = {}): TestAnswer {
  const type = `https://developer.vonage.com/api-errors${fragment}`
  const body = JSON.stringify({ type, title, detail, instance: randomUUID(), ...more })
  return { status, contentType: 'application/problem+json', body }
}
