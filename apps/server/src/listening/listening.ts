import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '../settings/user-error.js'

export type Address = {
  readonly host: string
  readonly port: number
  /** The setting that it has its port from, for whoever has to change it. */
  readonly portSetting?: string
}

export type Listening = {
  /** Takes no new connection, lets the requests in flight end, and after `graceMs` cuts off those that did not. */
  stop(options: { graceMs: number }): Promise<void>
}

/** Resolves once the port is open. Nothing has come in by then: whoever waits for it has the first word. */
export async function listen(answering: Server | RequestListener, address: Address): Promise<Listening> {
  const server = typeof answering === 'function' ? createServer(answering) : answering
  const connections = watchConnections(server)
  await opened(server, address)
  return { stop: ({ graceMs }) => drain(server, connections, graceMs) }
}

/** With a port that is free at the moment, so that a taken one is told before a database is started for nothing. */
export async function freeAddress(address: Address): Promise<Address> {
  const probe = createSocketServer()
  await opened(probe, address)
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return { ...address, port }
}

/** As the command and a browser on this machine reach it. */
export function urlOf({ host, port }: Address, scheme: 'http' | 'https' = 'http'): string {
  return `${scheme}://${reachable(host)}:${port}`
}

function opened(server: ReturnType<typeof createSocketServer> | Server, address: Address): Promise<void> {
  const { host, port } = address
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(refusal(error, address)))
    server.listen({ host, port }, resolve)
  })
}

function refusal(error: NodeJS.ErrnoException, { host, port, portSetting = 'PORT' }: Address): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new UserError(
        `Port ${port} on ${host} is taken: end what listens there, or set ${portSetting} to another one`,
      )
    case 'EACCES':
      return new UserError(`Port ${port} may not be opened by this user: set ${portSetting} to one from 1024 up`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new UserError(`HOST is ${host}, which is no address of this machine`)
    default:
      return error
  }
}

const POLL_MS = 50

/** Node's own `close` waits for connections that have been opened and not used, as browsers do ahead of time. */
async function drain(server: Server, { idle }: Connections, graceMs: number): Promise<void> {
  let open = true
  const closed = new Promise<void>((resolve) => server.close(() => resolve())).then(() => (open = false))
  const deadline = Date.now() + graceMs
  while (open && Date.now() < deadline) {
    for (const socket of idle()) socket.destroySoon()
    await Promise.race([closed, sleep(POLL_MS)])
  }
  server.closeAllConnections()
  await closed
}

type Connections = { idle(): readonly Socket[] }

function watchConnections(server: Server): Connections {
  const open = new Map<string, Socket>()
  const unanswered = new Map<ServerResponse, string>()
  const add = (socket: Socket) => {
    const peer = peerOf(socket)
    open.set(peer, socket)
    socket.once('close', () => {
      if (open.get(peer) === socket) open.delete(peer)
    })
  }
  // With HTTPS a connection has a second socket after its handshake: that one says good-bye properly.
  server.on('connection', add).on('secureConnection', add)
  server.on('request', (req, res) => {
    unanswered.set(res, peerOf(req.socket))
    res.once('close', () => unanswered.delete(res))
  })
  return {
    idle: () => {
      const busy = new Set(unanswered.values())
      return [...open].filter(([peer]) => !busy.has(peer)).map(([, socket]) => socket)
    },
  }
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
