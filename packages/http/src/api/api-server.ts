import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { Server as TlsServer, type TlsOptions } from 'node:tls'
import type { Request, Response } from 'express'
import { allowBodyMs, bodyMsOf, hasBody } from './body-time.js'
import { problemHandler } from './problem-handler.js'
import { contextOf, type ApiEnvironment } from './context.js'
import type { HttpError } from './problem.js'
import { malformed, refusalOf, refuseUnread, sendRefusal, tooSlow, withReadableTarget } from './refuse-unread.js'

export type RequestTimeouts = {
  /** Time for the head of a request to arrive. */
  readonly headMs: number
  /** Time without any traffic on a connection. */
  readonly idleMs: number
  /** Time for a whole body to arrive, except that of an import. Default: 60 s. */
  readonly bodyMs?: number
}

/** Creates the server with `createServer` of node:http or node:https, from these options plus the TLS options. */
export type CreateServer = (options: ServerOptions & Pick<TlsOptions, 'handshakeTimeout'>) => Server

export type ApiServerOptions = {
  readonly patience?: RequestTimeouts | undefined
  readonly createServer?: CreateServer | undefined
}

const REQUEST_TIMEOUTS: RequestTimeouts = { headMs: 60_000, idleMs: 120_000 }

type Exchange = { readonly req: IncomingMessage; readonly res: ServerResponse }

type Failure = {
  readonly socket: Socket
  readonly error: NodeJS.ErrnoException
  /** The latest exchange on the connection. */
  readonly exchange: Exchange | undefined
}

/** A server that sends every refusal as our envelope, even where Node or Express would send its own text. */
export function apiServer(
  app: RequestListener,
  environment: ApiEnvironment,
  { patience = REQUEST_TIMEOUTS, createServer = createHttpServer }: ApiServerOptions = {},
): Server {
  const latest = new WeakMap<Socket, Exchange>()
  const refused = new WeakSet<Socket>()
  const listener: RequestListener = (req, res) => {
    // A request that was refused as too slow must have no effect if it is completed later.
    if (refused.has(req.socket)) return void req.socket.destroy()
    latest.set(req.socket, { req, res })
    if (patience.bodyMs !== undefined) allowBodyMs(req, patience.bodyMs)
    if (hasBody(req)) closeAfterUnreadBody({ req, res })
    app(withReadableTarget(req), res)
  }
  const server = createServer({
    // Node's limit for a whole request would also apply to an import. The head, each body and idle time have limits.
    requestTimeout: 0,
    headersTimeout: patience.headMs,
    handshakeTimeout: patience.headMs,
    connectionsCheckingInterval: patience.headMs / 2,
    requireHostHeader: false,
  }).setTimeout(patience.idleMs)
  server.on('request', listener).on('checkExpectation', listener)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // The parser fails again for each further piece of input.
    if (refused.has(socket)) return
    refused.add(socket)
    refuse({ socket, error, exchange: latest.get(socket) }, environment)
  })
  server.on('connect', (_req: IncomingMessage, socket: Socket) => {
    refuseUnread(socket, malformed('This server is not a proxy: it does not open tunnels'), environment)
  })
  server.on('timeout', (socket: Socket) => {
    const exchange = latest.get(socket)
    if (exchange === undefined || !isBeingRead(exchange)) return socket.destroy()
    refuseExchange(exchange, tooSlow(), environment)
  })
  if (server instanceof TlsServer) refusePlainHttp(server, environment)
  return server
}

/**
 * After the response, the rest of a body has the time of a body: Node discards it, and would wait for its end for ever.
 * Until the response, the reader of the body limits its time.
 */
function closeAfterUnreadBody({ req, res }: Exchange) {
  res.once('finish', () => {
    if (req.complete) return
    const timer = setTimeout(() => req.socket.destroy(), bodyMsOf(req)).unref()
    req.once('close', () => clearTimeout(timer))
  })
}

/**
 * Refuses a plain HTTP request in plain HTTP, because its client can read nothing else. There is no redirect: the
 * client has just sent its API key unencrypted, and would do so again with every request.
 */
function refusePlainHttp(server: TlsServer, environment: ApiEnvironment) {
  const connections = new Map<string, Socket>()
  server.on('connection', (socket: Socket) => {
    const peer = peerOf(socket)
    connections.set(peer, socket)
    socket.once('close', () => {
      if (connections.get(peer) === socket) connections.delete(peer)
    })
  })
  server.on('tlsClientError', (error: NodeJS.ErrnoException, tlsSocket) => {
    const socket = connections.get(peerOf(tlsSocket))
    if (NOT_TLS.has(error.code) && socket !== undefined) {
      refuseUnread(socket, malformed('This port speaks HTTPS only: begin the URL with https://'), environment)
    }
  })
}

/** OpenSSL recognizes some HTTP methods. It reports any other input as an unknown version of TLS. */
const NOT_TLS: ReadonlySet<string | undefined> = new Set([
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_HTTPS_PROXY_REQUEST',
  'ERR_SSL_WRONG_VERSION_NUMBER',
])

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

/** Responses are sent in the order of the requests, so a refusal waits until the previous response is complete. */
function refuse(failure: Failure, environment: ApiEnvironment) {
  const { socket, error, exchange } = failure
  const refusal = refusalOf(error)
  if (refusal === null) return void socket.destroy()
  if (exchange !== undefined && !exchange.req.complete) return refuseRest(exchange, refusal, failure, environment)
  const isFree = exchange === undefined || exchange.res.writableFinished
  if (isFree) refuseUnread(socket, refusal, environment)
  else exchange.res.once('close', () => refuseUnread(socket, refusal, environment))
}

/** The rest of a request in progress cannot be read: the refusal becomes its response, if no response has begun. */
function refuseRest(exchange: Exchange, refusal: HttpError, { socket, error }: Failure, environment: ApiEnvironment) {
  if (!isBeingRead(exchange)) return void socket.destroySoon()
  if (error.code !== 'HPE_INVALID_EOF_STATE') return refuseExchange(exchange, refusal, environment)
  // The client has most likely disconnected, so the log says so; a client that only stopped sending gets the refusal.
  const { requestId } = contextOf(exchange.res as Response)
  sendRefusal(socket, refusal, { ...environment, requestId })
}

/** The casts are safe: Express has already extended both objects. */
function refuseExchange({ req, res }: Exchange, refusal: HttpError, environment: ApiEnvironment) {
  void problemHandler(environment)(refusal, req as Request, res as Response, () => {})
}

function isBeingRead({ req, res }: Exchange): boolean {
  return !req.complete && !res.headersSent
}
