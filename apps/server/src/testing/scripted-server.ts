import { afterEach } from '@jest/globals'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const open: (() => void)[] = []

afterEach(() => {
  for (const close of open.splice(0)) close()
})

export type ScriptedServer = {
  readonly url: string
  /** Responds to requests; a test replaces it. */
  respond(req: IncomingMessage, res: ServerResponse): unknown
}

/** For testing a command against a faulty server; other tests use a real server. Closed after the test. */
export async function openScriptedServer(): Promise<ScriptedServer> {
  const server = createServer((req, res) => void scripted.respond(req, res)).listen(0, '127.0.0.1')
  // A test that keeps the process busy must not lose a connection that it will reuse.
  server.keepAliveTimeout = 0
  await once(server, 'listening')
  open.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const scripted: ScriptedServer = { url: `http://127.0.0.1:${port}`, respond: (_, res) => res.end() }
  return scripted
}
