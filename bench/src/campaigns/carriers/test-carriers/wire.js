import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request as send } from 'undici'
import { portOf } from '../../../shared/port-of.js'

/** The deadline of a submission is 5 s. */
const LATE = { leastMs: 100, mostMs: 3_000 }
const TOO_LATE = { leastMs: 5_200, mostMs: 6_500 }

/**
 * Stands between the service and the test carrier at `url`: what happens to a request depends on the mood.
 * `change(path, answer)` may change what the carrier answers. `onAnswer(request, answer)` is called when the carrier has
 * answered; the service gets the answer when it resolves.
 */
export async function openWire({ url, mood, random, change, onAnswer }) {
  const faults = []
  const dispatcher = new Agent({ connections: 64 })
  const timeIn = ({ leastMs, mostMs }) => leastMs + random() * (mostMs - leastMs)

  const handle = async (request, response) => {
    const { method, url: path } = request
    const body = await bodyOf(request)
    const fault = mood.next()
    const cut = () => void request.socket.destroy()
    if (fault === 'cut-before') return cut()
    if (fault === 'throttled') return write(response, random() < 0.5 ? THROTTLED : THROTTLED_FOR_A_SECOND)
    if (fault === 'fails-before') return write(response, FAILED)
    // A request that is under way arrives, even if the process that made it dies.
    if (fault === 'late') await delay(timeIn(LATE) / 2)
    const answer = change(path, await forward({ method, path, headers: request.headers, body }))
    await onAnswer({ method, path, body: body.toString() }, answer)
    switch (fault) {
      case 'late':
        await delay(timeIn(LATE) / 2)
        break
      case 'too-late':
        await delay(timeIn(TOO_LATE))
        break
      case 'never':
        return
      case 'cut-after':
        return cut()
      case 'cut-midway':
        request.socket.write(rawOf(answer).subarray(0, -answer.body.length / 2))
        return cut()
      case 'fails-after':
        return write(response, FAILED)
      case 'garbage':
        return write(response, GARBAGE)
      case 'twice': {
        const raw = rawOf(answer)
        return void request.socket.write(Buffer.concat([raw, raw]))
      }
    }
    write(response, answer)
  }

  const forward = async ({ method, path, headers: { host: _, connection: __, ...headers }, body }) => {
    const {
      statusCode,
      headers: answered,
      body: stream,
    } = await send(url + path, {
      ...{ method, headers, dispatcher },
      ...(body.length > 0 && { body }),
    })
    return { status: statusCode, headers: answered, body: Buffer.from(await stream.arrayBuffer()) }
  }

  const server = createServer((request, response) => {
    request.on('error', () => {})
    handle(request, response).catch((error) => {
      // A process of the service that was killed broke its connections.
      if (!request.socket.destroyed) faults.push(error.message)
    })
  })
  const listen = async (port) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const port = portOf(server)
  return {
    url: `http://127.0.0.1:${port}`,
    /** The errors of the campaign itself. */
    faults,
    /** Refuses connections from now on, and breaks those that are open; or takes them again. */
    async setReachable(isReachable) {
      if (isReachable === server.listening) return
      if (isReachable) return listen(port)
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await dispatcher.destroy()
    },
  }
}

const THROTTLED = { status: 429, headers: {}, body: Buffer.from('{}') }
const THROTTLED_FOR_A_SECOND = { ...THROTTLED, headers: { 'retry-after': '1' } }
const FAILED = { status: 503, headers: {}, body: Buffer.from('<html>Service Unavailable</html>') }
const GARBAGE = { status: 200, headers: {}, body: Buffer.from('<html>Welcome</html>') }

async function bodyOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function write(response, { status, headers, body }) {
  if (response.destroyed) return
  response.writeHead(status, contentOf(headers)).end(body)
}

/** The octets of the answer, for what a server would not write by itself. */
function rawOf({ status, headers, body }) {
  const lines = Object.entries({ ...contentOf(headers), 'content-length': body.length })
  const head = [`HTTP/1.1 ${status} Some Reason`, ...lines.map(([name, value]) => `${name}: ${value}`)]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
}

function contentOf({ 'content-type': type = 'application/json', 'retry-after': after }) {
  return { 'content-type': type, ...(after !== undefined && { 'retry-after': after }) }
}
