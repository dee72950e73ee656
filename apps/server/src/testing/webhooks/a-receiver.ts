import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

/** A request, verified by a third-party library. */
export type Received = {
  readonly id: string
  readonly atMs: number
  readonly body: string
  readonly event: { readonly id: string; readonly type: string; readonly data: Readonly<Record<string, unknown>> }
}

/** The status for the nth request, from 0. A promise that never resolves means no response. */
export type Respond = (nth: number) => number | Promise<number>

export type Receiver = {
  readonly url: string
  /** Oldest first. A request that fails verification gets 401, and is listed in the faults. */
  readonly received: readonly Received[]
  readonly faults: readonly string[]
  connections(): number
  close(): Promise<void>
}

/** A receiver of webhooks on this machine. The secret is asked for at each request: it may be rotated. */
export async function aReceiver(secret: () => string, respond: Respond = () => 204): Promise<Receiver> {
  const received: Received[] = []
  const faults: string[] = []
  let connections = 0
  async function statusOf(req: IncomingMessage): Promise<number> {
    const bytes = await buffer(req)
    try {
      const event = new Webhook(secret()).verify(bytes, req.headers as Record<string, string>) as Received['event']
      const id = String(req.headers['webhook-id'])
      return await respond(received.push({ id, atMs: Date.now(), body: bytes.toString(), event }) - 1)
    } catch (error) {
      faults.push(String(error))
      return 401
    }
  }
  const server = createServer((req, res) => {
    statusOf(req).then(
      (status) => res.writeHead(status).end(),
      () => res.destroy(),
    )
  })
  // A test that keeps the process busy must not lose a connection that it will reuse.
  server.keepAliveTimeout = 0
  server.on('connection', () => connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    faults,
    connections: () => connections,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
