import type { WebhookResponse } from '@carillon/core'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Socket } from 'node:net'
import { aPost, IN_TIME } from './testing/a-post.js'
import { aRawReceiver, closeReceivers, closing, type Receiver } from './testing/receivers.js'
import { undiciWebhookSender, type UndiciWebhookSender } from './undici-webhook-sender.js'

/** Long enough to connect on a busy machine. */
const SOON = { deadlineMs: 400 }

let sender: UndiciWebhookSender
beforeEach(() => {
  sender = undiciWebhookSender({ allowPrivate: true })
})
afterEach(async () => {
  await sender.close()
  await closeReceivers()
})

/** Posts, and waits until all connections are closed, which must happen whatever the receiver does. */
async function postTo(receiver: Receiver, given: { url?: string; body?: string } = {}, within = SOON) {
  const response = await sender.post(aPost({ url: receiver.url, ...given }), within)
  await Promise.all(receiver.connections.map(closing))
  return response
}

const late = (missing: string): WebhookResponse => ({
  kind: 'unanswered',
  reason: 'timeout',
  message: `No ${missing} within ${SOON.deadlineMs} ms`,
})

describe('the deadline ends a post to a receiver that', () => {
  test('never responds', async () => {
    expect(await postTo(await aRawReceiver((socket) => socket.resume()))).toEqual(late('answer'))
  })

  test('never reads', async () => {
    const receiver = await aRawReceiver((socket) => socket.pause())
    expect(await postTo(receiver, { body: 'x'.repeat(20_000_000) })).toEqual(late('answer'))
  })

  test('sends headers slowly without end', async () => {
    const receiver = await aRawReceiver((socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', () => 'x-a: b\r\n'))
    expect(await postTo(receiver)).toEqual(late('answer'))
  })

  test('sends early hints without end', async () => {
    const receiver = await aRawReceiver((socket) => drip(socket, '', () => 'HTTP/1.1 103 Early Hints\r\n\r\n'))
    expect(await postTo(receiver)).toEqual(late('answer'))
  })

  test('never starts the TLS handshake', async () => {
    const receiver = await aRawReceiver((socket) => socket.resume())
    expect(await postTo(receiver, { url: `https://127.0.0.1:${receiver.port}/` })).toEqual(late('connection'))
  })

  test('has a name that is never resolved', async () => {
    const unending = undiciWebhookSender({ allowPrivate: true, resolve: () => new Promise(() => {}) })
    expect(await unending.post(aPost({ url: 'http://receiver.test/' }), SOON)).toEqual(late('connection'))
    await unending.close()
  })
})

test.each(['HTTP/1.1 099 Odd\r\n\r\n', 'SSH-2.0-OpenSSH_9.2\r\n', 'HTTP/1.1 100\r\n\r\n', '\0\x01\x02\r\n\r\n'])(
  'a response that is not HTTP gets a readable error: %j',
  async (garbage) => {
    const receiver = await aRawReceiver((socket) => socket.once('data', () => socket.end(garbage)))
    const message = 'The response is not valid HTTP'
    expect(await postTo(receiver, {}, IN_TIME)).toEqual({ kind: 'unanswered', reason: 'unreachable', message })
  },
)

describe('once received, the status is the result, even if the rest of the response', () => {
  const HEAD = 'HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\n3\r\nBad\r\n'

  test('arrives slowly without end', async () => {
    const receiver = await aRawReceiver((socket) => drip(socket, HEAD, () => '1\r\n.\r\n'))
    expect(await postTo(receiver)).toMatchObject({ status: 500, excerpt: expect.stringMatching(/^Bad\.*$/) })
  })

  test('arrives slowly without end: the post ends long before the deadline', async () => {
    const receiver = await aRawReceiver((socket) => drip(socket, HEAD, () => '1\r\n.\r\n'))
    expect(await postTo(receiver, {}, IN_TIME)).toMatchObject({ status: 500 })
  })

  test('never arrives', async () => {
    const receiver = await aRawReceiver((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n'))
    expect(await postTo(receiver)).toMatchObject({ status: 200, excerpt: '' })
  })

  test('is truncated', async () => {
    const receiver = await aRawReceiver((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nYes'))
    expect(await postTo(receiver)).toMatchObject({ status: 200, excerpt: 'Yes' })
  })

  test('is malformed', async () => {
    const receiver = await aRawReceiver((socket) => socket.end(`${HEAD}zz\r\n`))
    expect(await postTo(receiver)).toMatchObject({ status: 500, excerpt: 'Bad' })
  })

  test('is endless, and only a small part of the body is read', async () => {
    const piece = `1000\r\n${'a'.repeat(4_096)}\r\n`
    let written = 0
    const receiver = await aRawReceiver((socket) => {
      const flood = () => {
        while (!socket.destroyed) {
          written += piece.length
          if (!socket.write(piece)) return
        }
      }
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
      socket.on('drain', flood)
      flood()
    })
    expect(await postTo(receiver, {}, IN_TIME)).toMatchObject({ status: 200, excerpt: 'a'.repeat(500) })
    // Most of these bytes are in the buffers of the kernel.
    expect(written).toBeLessThan(50_000_000)
  })
})

describe('the following is reported as unreachable, with an error message:', () => {
  const unreachable = (message: string): WebhookResponse => ({
    kind: 'unanswered',
    reason: 'unreachable',
    message: expect.stringContaining(message) as unknown as string,
  })

  test('a port where nothing listens', async () => {
    const receiver = await aRawReceiver(() => undefined)
    await closeReceivers()
    expect(await postTo(receiver)).toEqual(unreachable('ECONNREFUSED'))
  })

  test('a name whose addresses all fail', async () => {
    const receiver = await aRawReceiver(() => undefined)
    await closeReceivers()
    const named = undiciWebhookSender({ allowPrivate: true, resolve: async () => ['127.0.0.1', '127.0.0.2'] })
    const response = await named.post(aPost({ url: `http://receiver.test:${receiver.port}/` }), IN_TIME)
    expect(response).toEqual(unreachable(`ECONNREFUSED 127.0.0.1:${receiver.port}; connect ECONNREFUSED 127.0.0.2`))
    await named.close()
  })

  test('a name without an address, and a name that does not exist', async () => {
    const empty = undiciWebhookSender({ allowPrivate: true, resolve: async () => [] })
    expect(await empty.post(aPost({ url: 'http://receiver.test/' }), IN_TIME)).toEqual(
      unreachable('receiver.test has no address'),
    )
    await empty.close()
    expect(await sender.post(aPost({ url: 'http://receiver.invalid/' }), IN_TIME)).toMatchObject({
      reason: 'unreachable',
    })
  })

  test('a receiver that closes the connection at once', async () => {
    expect(await postTo(await aRawReceiver((socket) => socket.destroy()))).toMatchObject({ reason: 'unreachable' })
  })

  test('a receiver that uses a different protocol', async () => {
    const receiver = await aRawReceiver((socket) => socket.write('220 mail.test ESMTP\r\n'))
    expect(await postTo(receiver)).toMatchObject({ reason: 'unreachable' })
  })

  test('a receiver whose headers never end', async () => {
    const receiver = await aRawReceiver((socket) => socket.write(`HTTP/1.1 200 OK\r\nx-a: ${'b'.repeat(100_000)}`))
    expect(await postTo(receiver)).toEqual(unreachable('Headers Overflow'))
  })

  test('a receiver that switches the protocol', async () => {
    const receiver = await aRawReceiver((socket) =>
      socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    )
    expect(await postTo(receiver)).toMatchObject({ reason: 'unreachable' })
  })
})

test('a post that timed out does not affect the next one', async () => {
  let connections = 0
  const receiver = await aRawReceiver((socket) => {
    const isFirst = connections++ === 0
    socket.on('data', () => isFirst || socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'))
  })
  expect(await postTo(receiver)).toEqual(late('answer'))
  expect(await sender.post(aPost({ url: receiver.url }), IN_TIME)).toMatchObject({ status: 200 })
})

/** Writes the beginning, and then `more` every 10 ms until the connection is closed. */
function drip(socket: Socket, beginning: string, more: () => string) {
  socket.write(beginning)
  const timer = setInterval(() => socket.write(more()), 10)
  socket.once('close', () => clearInterval(timer))
}
