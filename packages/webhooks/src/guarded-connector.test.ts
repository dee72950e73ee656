import { afterEach, describe, expect, test } from '@jest/globals'
import type { LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { ForbiddenTarget, guardedConnector, type GuardedConnectorOptions } from './guarded-connector.js'
import { aRawReceiver, closeReceivers } from './testing/receivers.js'

/** In the range of public addresses, and given to nobody. */
const PUBLIC = '2000::1'

afterEach(closeReceivers)

/** As if the way that connections are made had come to resolve names by itself: all lead to this machine. */
const astray: typeof buildConnector = (options) => {
  const lookup: LookupFunction = (_hostname, { all }, callback) => {
    if (all === true) callback(null, [{ address: '127.0.0.1', family: 4 }])
    else callback(null, '127.0.0.1', 4)
  }
  return buildConnector({ ...options, lookup })
}

function connect(url: string, options: Partial<GuardedConnectorOptions> = {}) {
  const guard = { allowPrivate: false, resolve: async () => [PUBLIC], isOwn: () => false, build: astray, ...options }
  const connector = guardedConnector(guard, new AbortController().signal)
  const { host, hostname, protocol, port } = new URL(url)
  return new Promise<Error | null>((resolve) => {
    connector({ host, hostname, protocol, port }, (...[error, socket]) => {
      resolve(error)
      // As every post would begin.
      if (socket !== null) socket.end('POST / HTTP/1.1\r\n')
    })
  })
}

/** Counts what it is sent by whoever connects first, and hangs up at the first byte. */
async function aListener() {
  let end = (_sent: number) => {}
  const sent = new Promise<number>((resolve) => (end = resolve))
  const { port } = await aRawReceiver((socket) => {
    socket.on('data', () => socket.destroy()).on('close', () => end(socket.bytesRead))
  })
  return { port, sent }
}

describe.each(['http', 'https'])('over %s', (scheme) => {
  test('not a byte is written where a connection went elsewhere than it was told', async () => {
    const { port, sent } = await aListener()
    const error = await connect(`${scheme}://receiver.test:${port}/`)
    expect(await sent).toBe(0)
    expect(error).toBeInstanceOf(ForbiddenTarget)
    expect(error?.message).toBe('receiver.test resolves to 127.0.0.1, which is not a public address (loopback)')
  })

  test('it is written to where every address may be reached', async () => {
    const { port, sent } = await aListener()
    await connect(`${scheme}://receiver.test:${port}/`, { allowPrivate: true })
    expect(await sent).toBeGreaterThan(0)
  })
})
