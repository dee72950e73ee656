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
import { answerProblems } from './answer-problems.js'
import { contextOf, type ApiEnvironment } from './context.js'
import type { HttpError } from './problem.js'
import { malformed, refusalOf, refuseUnread, sendRefusal, tooSlow, withReadableTarget } from './refuse-unread.js'

export type RequestTimeouts = {
  /** For the head of a request. */
  readonly headMs: number
  /** For a connection on which nothing moves. */
  readonly idleMs: number
}

/** Makes the server, by `createServer` of node:http or node:https, from these options and those of its certificate. */
export type CreateServer = (options: ServerOptions & Pick<TlsOptions, 'handshakeTimeout'>) => Server

export type ApiServerOptions = {
  readonly patience?: RequestTimeouts | undefined
  readonly createServer?: CreateServer | undefined
}

const PATIENCE: RequestTimeouts = { headMs: 60_000, idleMs: 120_000 }

type Exchange = { readonly req: IncomingMessage; readonly res: ServerResponse }

type Failure = {
  readonly socket: Socket
  readonly error: NodeJS.ErrnoException
  /** The one that its connection had last. */
  readonly exchange: Exchange | undefined
}

/** A server whose every refusal has the envelope, also of what Node or Express would refuse in words of their own. */
export function apiServer(
  app: RequestListener,
  environment: ApiEnvironment,
  { patience = PATIENCE, createServer = createHttpServer }: ApiServerOptions = {},
): Server {
  const latest = new WeakMap<Socket, Exchange>()
  const refused = new WeakSet<Socket>()
  const answer: RequestListener = (req, res) => {
    // A request that is complete only after it was refused for its slowness must do nothing.
    if (refused.has(req.socket)) return void req.socket.destroy()
    latest.set(req.socket, { req, res })
    app(withReadableTarget(req), res)
  }
  const server = createServer({
    // An import streams for as long as it takes, so that only standing still is bounded, not the whole request.
    requestTimeout: 0,
    headersTimeout: patience.headMs,
    handshakeTimeout: patience.headMs,
    connectionsCheckingInterval: patience.headMs / 2,
    requireHostHeader: false,
  }).setTimeout(patience.idleMs)
  server.on('request', answer).on('checkExpectation', answer)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // The parser fails again for each piece of what still comes in.
    if (refused.has(socket)) return
    refused.add(socket)
    refuse({ socket, error, exchange: latest.get(socket) }, environment)
  })
  server.on('connect', (_req: IncomingMessage, socket: Socket) => {
    refuseUnread(socket, malformed('This is no proxy: it opens no tunnels'), environment)
  })
  server.on('timeout', (socket: Socket) => {
    const exchange = latest.get(socket)
    if (exchange === undefined || !isBeingRead(exchange)) return socket.destroy()
    answerInstead(exchange, tooSlow(), environment)
  })
  if (server instanceof TlsServer) refusePlainHttp(server, environment)
  return server
}

/**
 * A request that comes without TLS is refused without TLS: its client reads nothing else. It is not redirected, since it
 * has sent its key where everybody on the way could read it, and would do so again.
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

/** OpenSSL knows some methods of HTTP. Others, and everything else, it takes for a version of TLS that does not exist. */
const NOT_TLS: ReadonlySet<string | undefined> = new Set([
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_HTTPS_PROXY_REQUEST',
  'ERR_SSL_WRONG_VERSION_NUMBER',
])

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

/** Answers come in the order of the requests, so what comes behind an answer that is under way waits for its end. */
function refuse(failure: Failure, environment: ApiEnvironment) {
  const { socket, error, exchange } = failure
  const refusal = refusalOf(error)
  if (refusal === null) return void socket.destroy()
  if (exchange !== undefined && !exchange.req.complete) return refuseRest(exchange, refusal, failure, environment)
  const isFree = exchange === undefined || exchange.res.writableFinished
  if (isFree) refuseUnread(socket, refusal, environment)
  else exchange.res.once('close', () => refuseUnread(socket, refusal, environment))
}

/** The rest of a request that is being handled cannot be read: its own answer is the refusal, if it is not too late. */
function refuseRest(exchange: Exchange, refusal: HttpError, { socket, error }: Failure, environment: ApiEnvironment) {
  if (!isBeingRead(exchange)) return void socket.destroySoon()
  if (error.code !== 'HPE_INVALID_EOF_STATE') return answerInstead(exchange, refusal, environment)
  // Its client most likely went away: that is what the log says, though one that only stopped sending is told.
  const { requestId } = contextOf(exchange.res as Response)
  sendRefusal(socket, refusal, { ...environment, requestId })
}

/** By now they are Express's. */
function answerInstead({ req, res }: Exchange, refusal: HttpError, environment: ApiEnvironment) {
  void answerProblems(environment)(refusal, req as Request, res as Response, () => {})
}

function isBeingRead({ req, res }: Exchange): boolean {
  return !req.complete && !res.headersSent
}
