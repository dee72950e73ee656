import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedRequest = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type TestAnswer = {
  readonly status: number
  readonly body: string
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What happens to submissions: after `stall`, `break-after` and `error-after`, the server has taken them. */
export type Behaviour = 'normal' | 'closed' | 'stall' | 'break-before' | 'break-after' | 'error-after'

export type TestServer = {
  readonly url: string
  /** All requests so far. */
  readonly requests: readonly ReceivedRequest[]
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

/** A carrier's HTTP server on this machine, which can also behave badly. */
export async function startTestServer(carrier: {
  handle(request: ReceivedRequest): TestAnswer
  isSubmission(request: ReceivedRequest): boolean
  /** The answer while the carrier is closed. */
  closed(request: ReceivedRequest): TestAnswer
}): Promise<TestServer> {
  const requests: ReceivedRequest[] = []
  let behaviour: Behaviour = 'normal'

  const respond = (request: ReceivedRequest, response: ServerResponse) => {
    requests.push(request)
    const current = carrier.isSubmission(request) ? behaviour : 'normal'
    if (current === 'break-before') return response.destroy()
    const answer = current === 'closed' ? carrier.closed(request) : carrier.handle(request)
    if (current === 'stall') return
    if (current === 'break-after') return response.destroy()
    if (current === 'error-after') return write(response, { status: 502, body: '<html>Bad Gateway</html>' })
    write(response, answer)
  }
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => respond(requestOf(incoming, Buffer.concat(chunks).toString('utf8')), response))
  })
  server.maxRequestsPerSocket = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    behave(next) {
      behaviour = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function requestOf(incoming: IncomingMessage, body: string): ReceivedRequest {
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
  return {
    method: incoming.method!,
    url: new URL(incoming.url!, 'http://localhost'),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body,
  }
}

function write(response: ServerResponse, { status, body, contentType = 'text/plain', headers }: TestAnswer) {
  response.writeHead(status, { 'content-type': contentType, ...headers }).end(body)
}
