import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { aPost, IN_TIME, SECRET } from './testing/a-post.js'
import { aReceiver, aSecureReceiver, closeReceivers, closing } from './testing/receivers.js'
import { SELF_SIGNED } from './testing/self-signed.js'
import { undiciWebhookSender, type UndiciWebhookSender } from './undici-webhook-sender.js'

let sender: UndiciWebhookSender
beforeEach(() => {
  sender = undiciWebhookSender({ allowPrivate: true, clock: { now: () => new Date('2026-03-01T12:00:00Z') } })
})
afterEach(async () => {
  await sender.close()
  await closeReceivers()
})

describe('what is posted', () => {
  test('is the body, as JSON, with the headers of Standard Webhooks', async () => {
    const { url, received } = await aReceiver()
    const at = new Date('2026-03-01T12:00:00.999Z')
    await sender.post(aPost({ url: `${url}?of=carillon#part`, at, body: '{"a":"é🔔"}' }), IN_TIME)
    expect(received).toEqual([
      {
        method: 'POST',
        url: '/hook?of=carillon',
        body: '{"a":"é🔔"}',
        headers: expect.objectContaining({
          'content-type': 'application/json',
          'user-agent': expect.stringMatching(/^Carillon-Webhooks\/\d/),
          'webhook-id': 'evt_01j00000000000000000000000',
          'webhook-timestamp': '1772366400',
          'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
        }),
      },
    ])
    expect(received[0]!.headers).not.toHaveProperty('authorization')
  })

  test.each([24, 25, 26, 64])(
    'is signed with each of two secrets of %i bytes, as the reference package verifies',
    async (size) => {
      const { url, received } = await aReceiver()
      const secrets = [0xff, 0x00].map((byte) => `whsec_${Buffer.alloc(size, byte).toString('base64')}`)
      await sender.post(aPost({ url, secrets, body: '{"a":"é🔔"}' }), IN_TIME)
      const { body, headers } = received[0]!
      for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual({ a: 'é🔔' })
      expect(headers['webhook-signature']!.split(' ')).toHaveLength(2)
      expect(() => new Webhook(SECRET).verify(body, headers)).toThrow('No matching signature')
      expect(() => new Webhook(secrets[0]!).verify(`${body} `, headers)).toThrow('No matching signature')
    },
  )

  test('does not include the user name and password of the URL', async () => {
    const { port, received } = await aReceiver()
    await sender.post(aPost({ url: `http://ann%0d%0ax-evil:1@127.0.0.1:${port}/` }), IN_TIME)
    expect(received[0]!.headers).not.toHaveProperty('authorization')
    expect(received[0]!.headers).not.toHaveProperty('x-evil')
  })

  test('bypasses a proxy that is set in the environment', async () => {
    const proxy = await aReceiver()
    const { url, received } = await aReceiver()
    process.env['HTTP_PROXY'] = process.env['http_proxy'] = proxy.url
    try {
      await sender.post(aPost({ url }), IN_TIME)
    } finally {
      delete process.env['HTTP_PROXY']
      delete process.env['http_proxy']
    }
    expect([received.length, proxy.connections.length]).toEqual([1, 0])
  })
})

describe('the response', () => {
  test.each([200, 204, 301, 400, 410, 503])('has the status %i of the receiver', async (status) => {
    const { url } = await aReceiver((_req, res) => res.writeHead(status).end())
    expect(await sender.post(aPost({ url }), IN_TIME)).toEqual({
      kind: 'answered',
      status,
      retryAfterMs: null,
      excerpt: '',
    })
  })

  test('comes from the receiver itself: a redirect is not followed', async () => {
    const other = await aReceiver()
    const { url } = await aReceiver((_req, res) => res.writeHead(307, { location: other.url }).end())
    expect(await sender.post(aPost({ url }), IN_TIME)).toMatchObject({ status: 307 })
    expect(other.connections).toEqual([])
  })

  test('is never an early hint', async () => {
    const { url } = await aReceiver((_req, res) => {
      res.writeEarlyHints({ link: '</style.css>; rel=preload' })
      res.writeHead(202).end()
    })
    expect(await sender.post(aPost({ url }), IN_TIME)).toMatchObject({ status: 202 })
  })

  test('includes the delay from a Retry-After header, unless the status is a success', async () => {
    const { url } = await aReceiver((req, res) => {
      const [, status, wanted] = decodeURIComponent(req.url!).split('/')
      res.writeHead(Number(status), { 'retry-after': wanted }).end()
    })
    const retryAfterMsOf = async (status: number, retryAfter: string) => {
      const response = await sender.post(aPost({ url: new URL(`/${status}/${retryAfter}`, url).href }), IN_TIME)
      return response.kind === 'answered' ? response.retryAfterMs : response
    }
    expect(await retryAfterMsOf(503, '120')).toBe(120_000)
    expect(await retryAfterMsOf(400, 'Sun, 01 Mar 2026 13:00:00 GMT')).toBe(3_600_000)
    expect(await retryAfterMsOf(200, '120')).toBeNull()
    expect(await retryAfterMsOf(503, 'later')).toBeNull()
  })

  test('has the beginning of the body, as text that can be stored', async () => {
    const { url } = await aReceiver((_req, res) => res.writeHead(500).end(`no\0${'🔔'.repeat(20_000)}`))
    const response = await sender.post(aPost({ url }), IN_TIME)
    expect(response).toMatchObject({ status: 500, excerpt: `no\ufffd${'🔔'.repeat(248)}` })
  })
})

describe('connections', () => {
  test('are reused for the same origin', async () => {
    const { url, connections, received } = await aReceiver((_req, res) => res.end('ok'))
    for (let i = 0; i < 5; i++) await sender.post(aPost({ url: `${url}/${i}` }), IN_TIME)
    expect([received.length, connections.length]).toEqual([5, 1])
  })

  test('that were opened for many concurrent posts are all reused', async () => {
    const { url, connections, received } = await aReceiver((_req, res) => res.end('ok'))
    const many = () => Promise.all(Array.from({ length: 32 }, () => sender.post(aPost({ url }), IN_TIME)))
    await many()
    await many()
    expect([received.length, connections.length]).toEqual([64, 32])
  })

  test('that the receiver closes on reuse are replaced, and the post succeeds', async () => {
    let requests = 0
    const { url, connections } = await aReceiver((req, res) => {
      requests++
      if (requests === 2) req.socket.destroy()
      else res.end('ok')
    })
    expect(await sender.post(aPost({ url }), IN_TIME)).toMatchObject({ status: 200 })
    expect(await sender.post(aPost({ url }), IN_TIME)).toMatchObject({ status: 200 })
    expect([requests, connections.length]).toEqual([3, 2])
  })

  test('that the receiver closes after its response are replaced', async () => {
    const { url, connections } = await aReceiver((_req, res) => res.writeHead(200, { connection: 'close' }).end('ok'))
    for (let i = 0; i < 20; i++) expect(await sender.post(aPost({ url }), IN_TIME)).toMatchObject({ status: 200 })
    expect(connections).toHaveLength(20)
  })

  test('are all closed by close(), and posts in progress get no response', async () => {
    const idle = await aReceiver()
    await sender.post(aPost({ url: idle.url }), IN_TIME)
    let arrived = () => {}
    const arrival = new Promise<void>((resolve) => (arrived = resolve))
    const busy = await aReceiver(() => arrived())
    const response = sender.post(aPost({ url: busy.url }), IN_TIME)
    await arrival
    await sender.close()
    expect(await response).toMatchObject({ kind: 'unanswered', reason: 'unreachable' })
    await Promise.all([idle, busy].map(({ connections }) => closing(connections[0])))
    expect(await sender.post(aPost({ url: idle.url }), IN_TIME)).toMatchObject({ reason: 'unreachable' })
    expect(idle.connections).toHaveLength(1)
  })

  test('over TLS require a trusted certificate for the name of the receiver', async () => {
    const { url, port, received } = await aSecureReceiver()
    const trusting = undiciWebhookSender({
      allowPrivate: true,
      ca: SELF_SIGNED.cert,
      resolve: async () => ['127.0.0.1'],
    })
    const named = (name: string) => trusting.post(aPost({ url: `https://${name}:${port}/` }), IN_TIME)
    expect(await trusting.post(aPost({ url }), IN_TIME)).toMatchObject({ status: 200 })
    expect(await named('receiver.test')).toMatchObject({ status: 200 })
    expect(await named('other.test')).toMatchObject({
      reason: 'unreachable',
      message: expect.stringContaining("does not match certificate's altnames"),
    })
    expect(await sender.post(aPost({ url }), IN_TIME)).toEqual({
      kind: 'unanswered',
      reason: 'unreachable',
      message: 'self-signed certificate',
    })
    expect(received).toHaveLength(2)
    await trusting.close()
  })
})
