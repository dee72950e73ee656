import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from '@jest/globals'
import { HttpClient, type HttpClientOptions, type HttpRequest } from './exchange.js'

const MS = 5_000
const GET = { method: 'GET', path: '/' } as const

const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close()
})

async function open(handle: RequestListener, options: Partial<HttpClientOptions> = {}) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const client = new HttpClient({ baseUrl: `http://127.0.0.1:${port}/v2`, connections: 1, ...options })
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  opened.push({ close }, client)
  const exchange = (request: Partial<HttpRequest> = {}, deadlineMs = MS) =>
    client.exchange({ ...GET, ...request }, deadlineMs)
  return { client, exchange, seen }
}

const answer: RequestListener = (_, response) => void response.writeHead(201, { 'X-Id': '7' }).end('Grüße')

describe('an exchange', () => {
  test('has the status, the headers and the text of the answer', async () => {
    const { exchange, seen } = await open(answer)
    expect(await exchange({ path: '/messages?a=1' })).toMatchObject({
      kind: 'answered',
      status: 201,
      headers: { 'x-id': '7' },
      body: 'Grüße',
    })
    expect(seen).toEqual(['GET /v2/messages?a=1'])
  })

  test('skips informational responses', async () => {
    const { exchange } = await open((request, response) => {
      response.writeProcessing()
      response.writeEarlyHints({ link: '</style.css>; rel=preload' })
      answer(request, response)
    })
    expect(await exchange()).toMatchObject({ kind: 'answered', status: 201, body: 'Grüße' })
  })

  test('reads a body up to the limit; a longer one counts as no answer, and the next request has a connection', async () => {
    const lengths = [262_144, 262_145, 1]
    const { exchange, seen } = await open((_, response) => void response.end('x'.repeat(lengths.shift()!)))
    expect(await exchange()).toMatchObject({ kind: 'answered', body: expect.stringMatching(/^x{262144}$/) })
    expect(await exchange()).toEqual({ kind: 'no-answer' })
    expect(await exchange()).toMatchObject({ kind: 'answered', body: 'x' })
    expect(seen).toHaveLength(3)
  })

  test.each([0, -1, 1])('of %d ms is over before it is begun', async (deadlineMs) => {
    const { exchange, seen } = await open(answer)
    expect(await exchange({}, deadlineMs)).toEqual({ kind: 'not-sent', because: 'no-time' })
    expect(await exchange()).toMatchObject({ kind: 'answered' })
    expect(seen).toHaveLength(1)
  })

  test('that nobody answers in time has no answer', async () => {
    const { exchange } = await open(() => {})
    expect(await exchange({}, 300)).toEqual({ kind: 'no-answer' })
  })

  test('is not begun when the connection becomes free with hardly any time left', async () => {
    const { exchange, seen } = await open(() => {})
    const exchanges = await Promise.all([exchange({}, 300), exchange({}, 305)])
    expect(exchanges).toEqual([{ kind: 'no-answer' }, { kind: 'not-sent', because: 'no-time' }])
    expect(seen).toHaveLength(1)
  })

  test('with nobody is not sent', async () => {
    const { exchange } = await open(answer, { baseUrl: 'http://127.0.0.1:1' })
    expect(await exchange()).toEqual({ kind: 'not-sent', because: 'unreachable' })
  })

  test.each<[string, Partial<HttpRequest>]>([
    ['a line break in a header', { headers: { authorization: 'Bearer secret\n' } }],
    ['a header that HTTP does not allow', { headers: { 'transfer-encoding': 'chunked' } }],
    ['a header that is not supported', { headers: { expect: '100-continue' } }],
    ['a space in its path', { path: '/a b' }],
  ])('with %s is not sent, which is not the fault of the carrier', async (_, request) => {
    const { exchange, seen } = await open(answer)
    expect(await exchange(request)).toEqual({ kind: 'not-sent', because: 'invalid-request' })
    expect(await exchange()).toMatchObject({ kind: 'answered' })
    expect(seen).toHaveLength(1)
  })
})
