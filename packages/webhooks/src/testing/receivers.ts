import { createServer, type IncomingMessage, type RequestListener, type Server as HttpServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { SELF_SIGNED } from './self-signed.js'

export type Received = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Receiver = {
  readonly url: string
  readonly port: number
  /** Requests in the order of arrival. */
  readonly received: Received[]
  /** All connections, open or closed. */
  readonly connections: Socket[]
}

/** Servers that run until `closeReceivers` is called. */
const servers: (() => Promise<void>)[] = []

export async function closeReceivers(): Promise<void> {
  await Promise.all(servers.splice(0).map((close) => close()))
}

/** Reads each request, then responds with `respond`, or with an empty 200. */
export function aReceiver(respond: RequestListener = (_req, res) => res.end()): Promise<Receiver> {
  return overHttp('http', respond, (listener) => createServer(listener))
}

export function aSecureReceiver(respond: RequestListener = (_req, res) => res.end()): Promise<Receiver> {
  return overHttp('https', respond, (listener) => createSecureServer(SELF_SIGNED, listener))
}

/** Passes each raw connection to `converse`, without any HTTP. */
export async function aRawReceiver(converse: (socket: Socket) => void): Promise<Receiver> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    converse(socket)
  })
  const { port, connections } = await listen(server)
  return { url: `http://127.0.0.1:${port}/hook`, port, connections, received: [] }
}

/** Resolves when the other side has closed the connection. */
export function closing(socket: Socket | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (socket === undefined || socket.destroyed) return resolve()
    socket.once('close', () => resolve())
    socket.on('error', () => undefined)
    socket.resume()
  })
}

async function overHttp(
  protocol: 'http' | 'https',
  respond: RequestListener,
  create: (listener: RequestListener) => HttpServer,
): Promise<Receiver> {
  const received: Received[] = []
  const server = create((req, res) => {
    void read(req).then((request) => {
      received.push(request)
      respond(req, res)
    })
  })
  // 0 means no idle timeout: a slow test must not lose a connection that it reuses.
  server.keepAliveTimeout = 0
  const { port, connections } = await listen(server)
  return { url: `${protocol}://127.0.0.1:${port}/hook`, port, received, connections }
}

async function read(req: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]))
  return { method: req.method ?? '', url: req.url ?? '', headers, body: Buffer.concat(chunks).toString() }
}

async function listen(server: Server) {
  const connections: Socket[] = []
  server.on('connection', (socket: Socket) => connections.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(async () => {
    for (const socket of connections) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { port: (server.address() as AddressInfo).port, connections }
}
