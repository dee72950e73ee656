import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Submission } from '@carillon/core'
import { TelnyxAccount, errorAnswer, type TelnyxAnswer } from './telnyx-account.js'
import { takeMessage, type TakenMessage } from './telnyx-messages.js'
import { createSigner, type TelnyxSigner } from './telnyx-signer.js'

export const API_KEY = 'KEY0123456789ABCDEF_test'

/** How the carrier treats the next submissions. `after` means that it has taken the text. */
export type TelnyxMode =
  | 'open'
  | 'throttled'
  | 'stalled'
  | 'broken-before'
  | 'broken-after'
  | 'error-after'
  | { readonly status: number; readonly body: string }

export type RecordedRequest = { readonly method: string; readonly path: string; readonly body: unknown }

/** Telnyx as its documentation describes it, with only the parts that the adapter uses. Strict about requests. */
export class TelnyxCarrier {
  readonly signer: TelnyxSigner = createSigner()
  readonly account = new TelnyxAccount(this.signer.publicKey)
  readonly taken: TakenMessage[] = []
  readonly requests: RecordedRequest[] = []
  mode: TelnyxMode = 'open'
  /** How many connections were opened. */
  connections = 0
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  static async open(): Promise<TelnyxCarrier> {
    const carrier = new TelnyxCarrier()
    carrier.#server.on('connection', () => carrier.connections++)
    await new Promise<void>((resolve) => carrier.#server.listen(0, '127.0.0.1', resolve))
    return carrier
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v2`
  }

  /** The texts that phones got, as submissions: the reference comes from the URL for receipts. */
  delivered(reference: string): readonly Submission[] {
    return this.taken.map(submissionOf).filter((one) => one.reference === reference)
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    const url = new URL(request.url!, this.baseUrl)
    this.requests.push({ method: request.method!, path: url.pathname + url.search, body: bodyOf(body) })
    const isSubmission = request.method === 'POST' && url.pathname === '/v2/messages'
    if (request.headers.authorization !== `Bearer ${API_KEY}`) return write(response, UNAUTHORIZED)
    if (isSubmission) return this.#submit(request, body, response)
    if (this.mode === 'stalled') return
    if (this.mode === 'throttled') return write(response, THROTTLED)
    if (typeof this.mode === 'object') return write(response, this.mode)
    write(response, this.account.answer(request.method!, url))
  }

  #submit(request: IncomingMessage, body: string, response: ServerResponse): void {
    const { mode } = this
    if (mode === 'throttled') return write(response, THROTTLED)
    if (mode === 'broken-before') return void response.socket!.destroy()
    if (typeof mode === 'object') return write(response, mode)
    const result = takeMessage({ account: this.account, contentType: request.headers['content-type'], body })
    if (result.taken !== null) this.taken.push(result.taken)
    if (mode === 'stalled') return
    if (mode === 'broken-after') return void response.socket!.destroy()
    write(response, mode === 'error-after' ? UNEXPECTED : result.answer)
  }
}

function submissionOf({ from, to, text, media_urls, webhook_url }: TakenMessage): Submission {
  const reference = webhook_url === undefined ? null : new URL(webhook_url).searchParams.get('reference')
  return { reference: reference ?? '', from: from ?? '', to, body: text ?? '', mediaUrl: media_urls?.[0] ?? null }
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function write(response: ServerResponse, { status, body, headers }: TelnyxAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

const UNAUTHORIZED = errorAnswer(
  401,
  '10009',
  'Authentication failed',
  'Could not understand the authentication header.',
)
const UNEXPECTED = errorAnswer(500, '10007', 'Unexpected error', 'An unexpected error occured.')
const THROTTLED: TelnyxAnswer = {
  ...errorAnswer(429, '10011', 'Too many requests', 'You have exceeded the maximum number of allowed requests.'),
  headers: { 'retry-after': '7' },
}
