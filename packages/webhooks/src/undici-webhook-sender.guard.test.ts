import { afterEach, describe, expect, test } from '@jest/globals'
import { aPost, IN_TIME } from './testing/a-post.js'
import { aReceiver, aSecureReceiver, closeReceivers } from './testing/receivers.js'
import {
  undiciWebhookSender,
  type UndiciWebhookSender,
  type UndiciWebhookSenderOptions,
} from './undici-webhook-sender.js'

/** In the range of public addresses, but not assigned to any host. */
const PUBLIC = '2000::1'

const senders: UndiciWebhookSender[] = []
function guarded(options: Partial<UndiciWebhookSenderOptions> = {}) {
  const sender = undiciWebhookSender({ allowPrivate: false, ...options })
  senders.push(sender)
  return sender
}
afterEach(async () => {
  await Promise.all(senders.splice(0).map((sender) => sender.close()))
  await closeReceivers()
})

const forbidden = (message: string) => ({ kind: 'unanswered', reason: 'forbidden', message })

describe('an address in the URL is refused in every notation:', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['①②⑦。⓪。⓪。①', '127.0.0.1'],
    ['%31%32%37.0.0.1', '127.0.0.1'],
    ['ann:secret@127.0.0.1', '127.0.0.1'],
  ])('%s', async (host, address) => {
    const { port, connections } = await aReceiver()
    const response = await guarded().post(aPost({ url: `http://${host}:${port}/` }), IN_TIME)
    expect(response).toEqual(forbidden(`${address} is not a public address (loopback)`))
    expect(connections).toEqual([])
  })

  test.each([
    ['[::ffff:7f00:1]', '::ffff:7f00:1', 'IPv4-mapped'],
    ['[::ffff:127.0.0.1]', '::ffff:7f00:1', 'IPv4-mapped'],
    ['[::1]', '::1', 'loopback'],
    ['[::]', '::', 'unspecified'],
    ['0.0.0.0', '0.0.0.0', 'unspecified'],
    ['169.254.169.254', '169.254.169.254', 'link-local'],
    ['[fd00:ec2::254]', 'fd00:ec2::254', 'unique local'],
  ])('%s', async (host, address, kind) => {
    const { port, connections } = await aReceiver()
    const response = await guarded().post(aPost({ url: `https://${host}:${port}/` }), IN_TIME)
    expect(response).toEqual(forbidden(`${address} is not a public address (${kind})`))
    expect(connections).toEqual([])
  })
})

test('a refusal includes the configured hint on how to allow the address', async () => {
  const sender = guarded({ allowHint: 'allowPrivate in the settings would allow it' })
  const response = await sender.post(aPost({ url: 'http://127.0.0.1/' }), IN_TIME)
  expect(response).toEqual(
    forbidden('127.0.0.1 is not a public address (loopback); allowPrivate in the settings would allow it'),
  )
})

describe('an address of this machine is refused, even a public one:', () => {
  const ownAddresses = () => ['127.0.0.1', '8.8.4.4', PUBLIC]

  test.each([
    ['8.8.4.4', '8.8.4.4'],
    ['0x8.8.1028', '8.8.4.4'],
    ['[2000:0:0::0001]', PUBLIC],
  ])('%s', async (host, address) => {
    const response = await guarded({ ownAddresses }).post(aPost({ url: `http://${host}/` }), IN_TIME)
    expect(response).toEqual(forbidden(`${address} is an address of this machine`))
  })

  test('an address that a name resolves to', async () => {
    const resolve = async () => ['2000::2', '2000:0::1']
    const response = await guarded({ ownAddresses, resolve }).post(aPost({ url: 'https://receiver.test/' }), IN_TIME)
    expect(response).toEqual(forbidden('receiver.test resolves to 2000:0::1, which is an address of this machine'))
  })

  test('every address, if the addresses of this machine cannot be read', async () => {
    const unreadable = () => {
      throw new Error('not allowed')
    }
    const response = await guarded({ ownAddresses: unreadable }).post(aPost({ url: `http://[${PUBLIC}]/` }), IN_TIME)
    expect(response).toEqual(
      forbidden(`${PUBLIC} may be an address of this machine, whose addresses cannot be read (not allowed)`),
    )
  })
})

describe('a name is refused', () => {
  test('if it is a name of this machine', async () => {
    const { port, connections } = await aReceiver()
    for (const name of ['localhost', 'LOCALHOST']) {
      const response = await guarded().post(aPost({ url: `http://${name}:${port}/` }), IN_TIME)
      expect(response).toMatchObject({ reason: 'forbidden', message: expect.stringContaining('(loopback)') })
    }
    // Not every machine resolves names that end with a dot.
    const dotted = await guarded().post(aPost({ url: `http://localhost.:${port}/` }), IN_TIME)
    expect(dotted).toMatchObject({ reason: expect.stringMatching('forbidden|unreachable') })
    expect(connections).toEqual([])
  })

  test('if any of its addresses is not public, over TLS too', async () => {
    const { port, connections } = await aSecureReceiver()
    for (const addresses of [
      ['127.0.0.1', PUBLIC],
      [PUBLIC, '127.0.0.1'],
    ]) {
      const response = await guarded({ resolve: async () => addresses }).post(
        aPost({ url: `https://receiver.test:${port}/` }),
        IN_TIME,
      )
      expect(response).toEqual(
        forbidden(`receiver.test resolves to 127.0.0.1, which is not a public address (loopback)`),
      )
    }
    expect(connections).toEqual([])
  })

  test('whenever it resolves to a forbidden address', async () => {
    const { port, connections } = await aReceiver()
    const expected = [PUBLIC, '127.0.0.1', PUBLIC, '127.0.0.1']
    /** Short deadlines for the public address, which never responds; a refusal may take longer on a busy machine. */
    const deadlines = [200, IN_TIME.deadlineMs, 200, IN_TIME.deadlineMs]
    const resolved: string[] = []
    const resolve = async (name: string) => {
      resolved.push(name)
      return [expected.shift()!]
    }
    const sender = guarded({ resolve })
    const reasons = []
    for (const deadlineMs of deadlines) {
      const response = await sender.post(aPost({ url: `http://rebinds.test:${port}/` }), { deadlineMs })
      reasons.push(response.kind === 'unanswered' && response.reason === 'forbidden')
    }
    // The connection uses the checked address: each connection resolves the name only once.
    expect(resolved).toEqual(Array(4).fill('rebinds.test'))
    expect(reasons).toEqual([false, true, false, true])
    expect(connections).toEqual([])
  })

  test('if it resolves to an invalid address', async () => {
    const response = await guarded({ resolve: async () => ['receiver.test'] }).post(
      aPost({ url: 'http://receiver.test/' }),
      IN_TIME,
    )
    expect(response).toMatchObject({ reason: 'forbidden', message: expect.stringContaining('(unreadable)') })
  })
})

test('a public address is not refused', async () => {
  const response = await guarded({ resolve: async () => [PUBLIC] }).post(aPost({ url: 'http://receiver.test/' }), {
    deadlineMs: 200,
  })
  expect(response).toMatchObject({ kind: 'unanswered', reason: expect.stringMatching('timeout|unreachable') })
})

test('with allowPrivate, every address and name is reached', async () => {
  const { port, received } = await aReceiver()
  const sender = guarded({ allowPrivate: true })
  for (const host of ['127.0.0.1', '2130706433', 'localhost']) {
    expect(await sender.post(aPost({ url: `http://${host}:${port}/` }), IN_TIME)).toMatchObject({ status: 200 })
  }
  expect(received).toHaveLength(3)
})

test.each([
  'ftp://127.0.0.1/',
  'file:///etc/passwd',
  'gopher://localhost:70/_x',
  'receiver.test',
  '',
  'http://[fe80::1%25lo]/',
])('a URL that is not a valid http or https URL is refused: %s', async (url) => {
  const response = await guarded({ allowPrivate: true }).post(aPost({ url }), IN_TIME)
  expect(response).toEqual(forbidden('The URL must begin with http:// or https://'))
})
