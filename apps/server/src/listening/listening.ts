import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '../settings/user-error.js'

export type Address = {
  readonly host: string
  readonly port: number
  /** The name of the setting with the port, for the error message. */
  readonly portSetting?: string
}

export type Listening = {
  /** Takes no new connections, waits for requests in flight, and aborts the remaining ones after `graceMs`. */
  stop(options: { graceMs: number }): Promise<void>
}

/** Resolves once the port is open, before any request arrives, so that the caller can log first. */
export async function listen(handler: Server | RequestListener, address: Address): Promise<Listening> {
  const server = typeof handler === 'function' ? createServer(handler) : handler
  const connections = watchConnections(server)
  await opened(server, address)
  return { stop: ({ graceMs }) => drain(server, connections, graceMs) }
}

/** Picks or checks the port early, so that a port in use is reported before a database is started in vain. */
export async function freeAddress(address: Address): Promise<Address> {
  const probe = createSocketServer()
  await opened(probe, address)
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return { ...address, port }
}

/** The URL for the command and for a browser on this machine. */
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
        `Port ${port} on ${host} is in use: stop the process that uses it, or set ${portSetting} to another port`,
      )
    case 'EACCES':
      return new UserError(`This user may not open port ${port}: set ${portSetting} to 1024 or higher`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new UserError(`HOST is ${host}, which is not an address of this machine`)
    default:
      return error
  }
}

const POLL_MS = 50

/** Node's `close` also waits for unused connections, which browsers open in advance. */
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
  const inFlight = new Map<ServerResponse, string>()
  const add = (socket: Socket) => {
    const peer = peerOf(socket)
    open.set(peer, socket)
    socket.once('close', () => {
      if (open.get(peer) === socket) open.delete(peer)
    })
  }
  // With HTTPS a connection has a second socket after its handshake: ending the second socket closes TLS properly.
  server.on('connection', add).on('secureConnection', add)
  server.on('request', (req, res) => {
    inFlight.set(res, peerOf(req.socket))
    res.once('close', () => inFlight.delete(res))
  })
  return {
    idle: () => {
      const busy = new Set(inFlight.values())
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
