import { randomUUID } from 'node:crypto'
import type { Submission } from '@carillon/core'
import {
  startTestServer,
  type ReceivedRequest,
  type TestAnswer,
  type TestServer,
} from '../../gateway/testing/test-server.js'
import type { BandwidthSettings } from '../settings.js'
import { faultsOf, type FieldFault, type MessageRequest } from './message-rules.js'

export const BANDWIDTH_SETTINGS = {
  accountId: '9900000',
  applicationId: '93de2206-9669-4e07-948d-329f4b722ee2',
  clientId: 'CRED-0123',
  clientSecret: 'client-secret-0123456789',
  callbackUser: 'bandwidth',
  callbackPassword: 'callback password: ü',
} as const satisfies BandwidthSettings

/** An API user of the same account. */
export const API_USER = { user: 'api-user', password: 'api-password-0123456789' }

export type TestBandwidth = TestServer & {
  readonly messages: readonly AcceptedMessage[]
  /** The number of tokens that were given. */
  readonly tokens: number
  refuse(to: string): void
  /** Ends all tokens that were given so far. */
  endTokens(): void
  /** From now on, requests for a token get this answer. */
  answerTokens(answer: TestAnswer | null): void
  delivered(reference: string): readonly Submission[]
}

export type AcceptedMessage = MessageRequest & { readonly id: string }

type Options = { readonly expiresIn?: number; readonly now?: () => number }

const MESSAGES = `/api/v2/users/${BANDWIDTH_SETTINGS.accountId}/messages`

/** Bandwidth as its documentation describes it: the messaging API and the server for tokens. */
export async function startTestBandwidth({ expiresIn = 3_600, now = Date.now }: Options = {}): Promise<TestBandwidth> {
  const messages: AcceptedMessage[] = []
  const refused = new Set<string>()
  const tokens = new Map<string, number>()
  let given = 0
  let tokenAnswer: TestAnswer | null = null

  const giveToken = ({ method, headers, body }: ReceivedRequest): TestAnswer => {
    if (tokenAnswer !== null) return tokenAnswer
    const { clientId, clientSecret } = BANDWIDTH_SETTINGS
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    if (method !== 'POST' || !isForm || new URLSearchParams(body).get('grant_type') !== 'client_credentials') {
      return json(400, { error: 'unsupported_grant_type' })
    }
    if (headers['authorization'] !== basic(clientId, clientSecret)) return json(401, { error: 'invalid_client' })
    const token = randomUUID()
    tokens.set(token, now() + expiresIn * 1_000)
    given++
    return json(200, { access_token: token, token_type: 'Bearer', expires_in: expiresIn })
  }

  const isAuthenticated = ({ headers }: ReceivedRequest) => {
    const authorization = headers['authorization'] ?? ''
    const expiresAt = tokens.get(authorization.replace(/^Bearer /, '')) ?? 0
    return authorization === basic(API_USER.user, API_USER.password) || expiresAt > now()
  }

  const send = (request: ReceivedRequest): TestAnswer => {
    if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) {
      return error(415, 'unsupported-content-type', "Please use 'application/json'")
    }
    const message = JSON.parse(request.body) as MessageRequest
    const faults = faultsOf(message, BANDWIDTH_SETTINGS.applicationId)
    const isRefused = refused.has(message.to?.[0] ?? '')
    if (isRefused) faults.push({ fieldName: 'to', description: `'to' ${message.to[0]} must be a valid number` })
    if (faults.length > 0) return error(400, 'request-validation', 'Your request could not be accepted', faults)
    const accepted = { ...message, id: randomUUID() }
    messages.push(accepted)
    const { from: owner } = message
    const time = new Date(now()).toISOString()
    return json(202, { ...accepted, owner, time, segmentCount: 1, direction: 'out', priority: 'default' })
  }

  const server = await startTestServer({
    isSubmission: ({ method, url }) => method === 'POST' && url.pathname === MESSAGES,
    closed: () => ({
      ...error(429, 'max-message-queue-size-exceeded', 'The queue is full'),
      headers: { 'retry-after': '9' },
    }),
    handle: (request) => {
      const { method, url } = request
      if (url.pathname === '/api/v1/oauth2/token') return giveToken(request)
      if (!isAuthenticated(request)) return error(401, 'unauthorized', 'Authentication Failed')
      if (url.pathname !== MESSAGES) return error(403, 'forbidden', 'Access Denied')
      if (method === 'POST') return send(request)
      if (method !== 'GET') return error(405, 'method-not-allowed', 'Method Not Allowed')
      if (url.searchParams.size === 0) return error(400, 'bad-request', 'At least one query parameter is required')
      return json(200, { totalCount: messages.length, pageInfo: {}, messages: [] })
    },
  })
  return {
    ...server,
    messages,
    get tokens() {
      return given
    },
    refuse: (to) => refused.add(to),
    endTokens: () => tokens.clear(),
    answerTokens(answer) {
      tokenAnswer = answer
    },
    delivered: (reference) => messages.filter(({ tag }) => tag === reference).flatMap(submissionsOf),
  }
}

/** Every recipient of a group gets the text. */
function submissionsOf({ tag, from, to, text = '', media }: AcceptedMessage): readonly Submission[] {
  return to.map((one) => ({ reference: tag!, from, to: one, body: text, mediaUrl: media?.[0] ?? null }))
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

function error(status: number, type: string, description: string, fieldErrors?: readonly FieldFault[]): TestAnswer {
  return json(status, { type, description, ...(fieldErrors && { fieldErrors }) })
}

function json(status: number, value: unknown): TestAnswer {
  return { status, contentType: 'application/json;charset=UTF-8', body: JSON.stringify(value) }
}
