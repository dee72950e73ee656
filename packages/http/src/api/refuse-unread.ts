import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import type { ApiEnvironment } from './context.js'
import { newRequestId, recordUnread } from './observe.js'
import { HttpError, problemOf } from './problem.js'

/** The refusal for a failure of Node's parser or of a connection; null when no client is left to receive it. */
export function refusalOf(error: NodeJS.ErrnoException): HttpError | null {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new HttpError('head-too-large', 'Path and headers are longer than 16 KB', CLOSE)
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new HttpError('body-too-large', 'The extensions of a chunk are longer than 16 KB', CLOSE)
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return tooSlow()
    default:
      return error.code?.startsWith('HPE_') ? malformed('The request is not valid HTTP/1.1') : null
  }
}

export function tooSlow(): HttpError {
  return new HttpError('too-slow', 'The request did not arrive in time', CLOSE)
}

/** Refuses input that never became a request: sends the usual envelope, logs it, and closes the connection. */
export function refuseUnread(socket: Socket, refusal: HttpError, environment: ApiEnvironment) {
  if (!socket.writable) return void socket.destroy()
  const requestId = newRequestId()
  recordUnread(environment, { requestId, status: sendRefusal(socket, refusal, { ...environment, requestId }) })
}

type Sending = ApiEnvironment & { readonly requestId: string }

/** Writes the envelope directly to the socket, and returns its status. */
export function sendRefusal(socket: Socket, refusal: HttpError, { requestId, ...environment }: Sending): number {
  const { problem, headers } = problemOf(refusal, environment)
  const body = JSON.stringify(problem)
  const head = {
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Date: new Date().toUTCString(),
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`)
  linger(socket)
  return problem.status
}

const CLOSE = { Connection: 'close' }
/** If a connection is closed while the client still sends, the response is lost. */
export const LINGER_MS = 2_000

/** Keeps the connection open for a moment. */
function linger(socket: Socket) {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(timer)).resume()
}

/** Reduces the target to a path. If it has none, `originalUrl` keeps the target, so `requireWellFormed` refuses it. */
export function withReadableTarget(req: IncomingMessage): IncomingMessage {
  const path = pathOf(req.url ?? '')
  return path === null ? Object.assign(req, { originalUrl: req.url, url: '/' }) : Object.assign(req, { url: path })
}

/** Sends our envelope for requests that Node would refuse with plain text, or Express with HTML. */
export const requireWellFormed: RequestHandler = ({ headers, httpVersion, originalUrl }, _res, next) => {
  if (pathOf(originalUrl) === null) throw malformed('The request target must be a path or an HTTP URL')
  if (httpVersion === '1.1' && headers.host === undefined) throw malformed('The request has no Host header')
  const { expect } = headers
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    throw new HttpError('unmet-expectation', 'The header Expect must be 100-continue', { Connection: 'close' })
  }
  next()
}

/** Closes the connection, because it is unknown where the next request would begin. */
export function malformed(message: string): HttpError {
  return new HttpError('malformed-request', message, { Connection: 'close' })
}

const ABSOLUTE = /^https?:\/\/[^/?#]+(.*)$/i

/** Null when the target has no path. The target of a request through a proxy starts with scheme and host. */
function pathOf(target: string): string | null {
  if (target.startsWith('/') || target === '*') return target
  const rest = URL.canParse(target) ? ABSOLUTE.exec(target)?.[1] : undefined
  if (rest === undefined) return null
  return rest.startsWith('/') ? rest : `/${rest}`
}
