import { afterEach, describe, expect, test } from '@jest/globals'
import type { LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { ForbiddenTarget, guardedConnector, type GuardedConnectorOptions } from './guarded-connector.js'
import { aRawReceiver, closeReceivers } from './testing/receivers.js'

/** In the range of public addresses, but not assigned to any host. */
const PUBLIC = '2000::1'

afterEach(closeReceivers)

/** Simulates a connector that ignores the checked address, resolves the name again, and connects to this machine. */
const misdirected: typeof buildConnector = (options) => {
  const lookup: LookupFunction = (_hostname, { all }, callback) => {
    if (all === true) callback(null, [{ address: '127.0.0.1', family: 4 }])
    else callback(null, '127.0.0.1', 4)
  }
  return buildConnector({ ...options, lookup })
}

function connect(url: string, options: Partial<GuardedConnectorOptions> = {}) {
  const guard = {
    allowPrivate: false,
    resolve: async () => [PUBLIC],
    isOwn: () => false,
    build: misdirected,
    ...options,
  }
  const connector = guardedConnector(guard, new AbortController().signal)
  const { host, hostname, protocol, port } = new URL(url)
  return new Promise<Error | null>((resolve) => {
    connector({ host, hostname, protocol, port }, (...[error, socket]) => {
      resolve(error)
      // The first line of any post.
      if (socket !== null) socket.end('POST / HTTP/1.1\r\n')
    })
  })
}

/** Counts the bytes that the first client sends, and closes its connection at the first byte. */
async function aListener() {
  let end = (_sent: number) => {}
  const sent = new Promise<number>((resolve) => (end = resolve))
  const { port } = await aRawReceiver((socket) => {
    socket.on('data', () => socket.destroy()).on('close', () => end(socket.bytesRead))
  })
  return { port, sent }
}

describe.each(['http', 'https'])('over %s', (scheme) => {
  test('no byte is written to a connection with a forbidden address', async () => {
    const { port, sent } = await aListener()
    const error = await connect(`${scheme}://receiver.test:${port}/`)
    expect(await sent).toBe(0)
    expect(error).toBeInstanceOf(ForbiddenTarget)
    expect(error?.message).toBe('receiver.test resolves to 127.0.0.1, which is not a public address (loopback)')
  })

  test('with allowPrivate, bytes are written to any address', async () => {
    const { port, sent } = await aListener()
    await connect(`${scheme}://receiver.test:${port}/`, { allowPrivate: true })
    expect(await sent).toBeGreaterThan(0)
  })
})
