import { once } from 'node:events'
import { connect } from 'node:net'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { rawBody } from '../input/raw-body.js'
import { schemaFaults } from '../testing/openapi-document.js'
import { ADMIN_TOKEN, applyAcme, authorized, DOCS_URL, KEY, openTestApi, type TestApi } from '../testing/test-api.js'

/** The tests write requests byte for byte, because Node's clients cannot send invalid requests. */
const NUMBER = '+12025550123'
const ANN = `/api/v1/contacts/by-phone/${NUMBER}`
const AUTHORIZED = `Host: x\r\nAuthorization: ${authorized(KEY).authorization}`

let fixture: TestApi

beforeEach(async () => {
  fixture = await openTestApi(inMemory())
  await applyAcme(fixture)
  fixture.log.splice(0)
})

type RawResponse = { status: number; headers: Headers; text: string; body: { code: number } }

function opened(url: string) {
  return connect({ host: '127.0.0.1', port: Number(new URL(url).port), allowHalfOpen: true })
}

/** Everything the server sends until it closes the connection; `isLast` also ends the client's side of it. */
async function said(url: string, bytes: string, { isLast = false } = {}): Promise<string> {
  const socket = opened(url)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  const ended = once(socket, 'end')
  if (isLast) socket.end(bytes)
  else socket.write(bytes)
  await ended
  socket.destroy()
  return Buffer.concat(chunks).toString()
}

async function exchange(bytes: string, { url = fixture.url, isLast = false } = {}): Promise<RawResponse> {
  return parseResponse(await said(url, bytes, { isLast }))
}

function parseResponse(raw: string): RawResponse {
  const [head = '', text = ''] = raw.split('\r\n\r\n')
  const [status = '', ...lines] = head.split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/, 2) as [string, string]))
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) \w/.exec(status)?.[1]),
    headers,
    text,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

function expectEnvelope({ status, headers, text, body }: RawResponse) {
  expect(schemaFaults('#/components/schemas/Error', body)).toEqual([])
  expect(body).toMatchObject({ code: 33_000 + status, status, moreInfo: `${DOCS_URL}#${body.code}` })
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
  expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-f-]{36}$/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('connection')).toBe('close')
}

const long = (length: number) => 'x'.repeat(length)

describe('invalid input gets the envelope and an id, and is logged like other requests', () => {
  test.each([
    ['a space in the path', `GET ${ANN} x HTTP/1.1\r\nHost: x\r\n\r\n`, 400],
    ['raw UTF-8 in the path', `GET ${ANN}é HTTP/1.1\r\nHost: x\r\n\r\n`, 400],
    ['an invalid length', `POST ${ANN} HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n`, 400],
    ['two lengths', `POST ${ANN} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}`, 400],
    ['no host', `GET ${ANN} HTTP/1.1\r\nConnection: close\r\n\r\n`, 400],
    ['an unknown method', `CALL ${NUMBER} HTTP/1.1\r\nHost: x\r\n\r\n`, 400],
    ['bytes that are not HTTP', `hello ${NUMBER}\r\n\r\n`, 400],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['a tunnel', `CONNECT ${NUMBER}:443 HTTP/1.1\r\nHost: x\r\n\r\n`, 400],
    ['an invalid host', `GET http://[${NUMBER} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 400],
    ['an invalid port', `GET http://a:b/${NUMBER} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 400],
    ['another protocol', `GET ftp://a/${NUMBER} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 400],
    ['a bad expectation', `POST ${ANN} HTTP/1.1\r\nHost: x\r\nExpect: ${NUMBER}\r\nContent-Length: 2\r\n\r\n`, 417],
    ['a long path', `GET ${ANN}${long(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['a long header', `GET ${ANN} HTTP/1.1\r\nHost: x\r\nX-Note: ${long(17_000)}\r\n\r\n`, 431],
    ['a very long header', `GET ${ANN} HTTP/1.1\r\nHost: x\r\nX-Note: ${long(3_000_000)}\r\n\r\n`, 431],
  ])('%s', async (_name, bytes, status) => {
    const response = await exchange(bytes)
    expectEnvelope(response)
    expect(response.status).toBe(status)
    const requestId = response.headers.get('x-request-id')
    await fixture.logged('request')
    expect(fixture.log).toMatchObject([
      { level: 'info', message: 'request', fields: { requestId, route: 'unknown', status } },
    ])
    expect(JSON.stringify(fixture.log)).not.toContain('2025550123')
    expect(await fixture.registry.metrics()).toMatch(new RegExp(`route="unknown",status="${status}"\\} 1`))
  })

  test('a body with invalid chunks', async () => {
    const head = `POST ${ANN} HTTP/1.1\r\n${AUTHORIZED}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked`
    const response = await exchange(`${head}\r\n\r\n2\r\n{"\r\nnone\r\n`)
    expectEnvelope(response)
    expect(response.status).toBe(400)
    await fixture.logged('request')
    const requestId = response.headers.get('x-request-id')
    expect(fixture.log).toMatchObject([
      { message: 'request', fields: { requestId, status: 400, account: expect.stringMatching(/^acc_/) } },
    ])
  })
})

describe('a client that is too slow gets 33408', () => {
  test('while it sends the head of its request', async () => {
    const { url, log, logged } = await openTestApi(inMemory(), { patience: { headMs: 50, idleMs: 60_000 } })
    const response = await exchange(`GET ${ANN} HTTP/1.1\r\nHost:`, { url })
    expectEnvelope(response)
    expect(response.status).toBe(408)
    await logged('request')
    expect(log).toMatchObject([{ message: 'request', fields: { route: 'unknown', status: 408 } }])
  })

  test('and the rest of its request has no effect', async () => {
    const adapters = inMemory()
    const unlimited = await openTestApi(adapters)
    await applyAcme(unlimited)
    const { url } = await openTestApi(adapters, { patience: { headMs: 50, idleMs: 60_000 } })
    const socket = opened(url)
    socket.resume().write(`POST ${ANN} HTTP/1.1\r\n`)
    await once(socket, 'end')
    socket.end(`${AUTHORIZED}\r\n\r\n`)
    await once(socket, 'close')
    expect((await unlimited.api('GET', `/contacts/by-phone/${NUMBER}`)).status).toBe(404)
  })

  test('while it sends its body', async () => {
    const { url, admin, log, logged } = await openTestApi(inMemory(), { patience: { headMs: 60_000, idleMs: 100 } })
    await applyAcme({ admin } as TestApi)
    log.splice(0)
    const head = `POST ${ANN} HTTP/1.1\r\n${AUTHORIZED}\r\nContent-Type: application/json\r\nContent-Length: 10`
    const response = await exchange(`${head}\r\n\r\n{`, { url })
    expectEnvelope(response)
    expect(response.status).toBe(408)
    await logged('request')
    expect(log).toMatchObject([
      { message: 'request', fields: { status: 408, route: expect.stringContaining(':phone') } },
    ])
  })

  const ADMIN = `Host: x\r\nAuthorization: Bearer ${ADMIN_TOKEN}`
  const FORM = 'Host: x\r\nContent-Type: application/x-www-form-urlencoded'
  test.each([
    ['the public API', 'POST', ANN, `${AUTHORIZED}\r\nContent-Type: application/json`],
    ['a bulk request', 'POST', '/api/v1/messaging/batch', `${AUTHORIZED}\r\nContent-Type: application/json`],
    ['the admin API', 'POST', '/admin/v1/apply', `${ADMIN}\r\nContent-Type: application/json`],
    ['an opt-in form', 'POST', `/opt-in/grp_${'0'.repeat(26)}`, FORM],
    ['a router behind rawBody', 'POST', '/extra', 'Host: x'],
  ])('while it sends a body without pauses: %s', async (_name, method, path, headers) => {
    const { url, ...rest } = await openTestApi(inMemory(), { patience: PATIENCE, extensions: { '/extra': rawBody() } })
    await applyAcme({ url, ...rest })
    const head = `${method} ${path} HTTP/1.1\r\n${headers}\r\nContent-Length: 1000`
    const said = await saidTo(url, `${head}\r\n\r\n{`, { everyMs: 5 })
    expect(said).toMatch(/^HTTP\/1\.1 408 /)
    expect(said).toMatch(/\r\nConnection: close\r\n/)
    if (path.startsWith('/opt-in')) {
      expect(said).toContain('The form did not arrive in time.')
    } else {
      expect(said).toMatch(
        /The body arrives too slowly: \d+ of 1000 bytes arrived in [\d.]+ s, but all of it must arrive/,
      )
    }
  })

  test('and it is disconnected when it goes on sending a body after the response', async () => {
    const { url } = await openTestApi(inMemory(), { patience: PATIENCE })
    const said = await saidTo(url, `POST ${ANN} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{`, { everyMs: 5 })
    expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401'])
  })
})

/** Each byte of the body restarts the idle time, and would earn a bulk request ten seconds. */
const PATIENCE = { headMs: 60_000, idleMs: 60_000, bodyMs: 100 }

/** Everything that the server sends to a client that sends another byte of its body every few milliseconds. */
async function saidTo(url: string, bytes: string, { everyMs }: { everyMs: number }): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) })
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(bytes)
  const sending = setInterval(() => socket.write(' '), everyMs)
  await closed
  clearInterval(sending)
  return Buffer.concat(chunks).toString()
}

test('a refused client may finish sending, so that a connection reset does not lose the response', async () => {
  const socket = opened(fixture.url)
  socket.resume().write('nonsense')
  await once(socket, 'end')
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject).write(long(20_000_000), (error) => (error ? reject(error) : resolve()))
  })
  socket.destroy()
  expect(fixture.log).toHaveLength(1)
})

test('a body that ends too early gets a response if the client still reads, and is logged as cut off', async () => {
  const head = `POST ${ANN} HTTP/1.1\r\n${AUTHORIZED}\r\nContent-Type: application/json\r\nContent-Length: 10`
  const response = await exchange(`${head}\r\n\r\n{`, { isLast: true })
  expectEnvelope(response)
  expect(response.status).toBe(400)
  await fixture.logged('request cut off by the client')
  const requestId = response.headers.get('x-request-id')
  expect(fixture.log).toMatchObject([{ level: 'warn', fields: { requestId, aborted: true } }])
})

test('the refusal of unreadable input is sent after the responses to earlier requests on the connection', async () => {
  const raw = await said(fixture.url, `GET ${ANN} HTTP/1.1\r\n${AUTHORIZED}\r\n\r\nnonsense\r\n\r\n`)
  const second = raw.indexOf('HTTP/1.1 400')
  expect(parseResponse(raw.slice(0, second))).toMatchObject({ status: 404, body: { code: 33030 } })
  expectEnvelope(parseResponse(raw.slice(second)))
})

test('a client that ends a request after its response gets no second response', async () => {
  const head = `POST ${ANN} HTTP/1.1\r\nHost: x\r\nContent-Length: 10`
  const response = await said(fixture.url, `${head}\r\n\r\n{`, { isLast: true })
  expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401'])
})

test('the target may be an absolute URL, as proxies send it', async () => {
  const head = `${AUTHORIZED}\r\nConnection: close`
  for (const [target, status] of [
    [`http://example.com:80${ANN}`, 404],
    ['http://example.com/api/v1/groups?limit=1', 200],
    ['HTTP://example.com', 303],
    ['https://example.com?x', 303],
  ] as const) {
    expect((await exchange(`GET ${target} HTTP/1.1\r\n${head}\r\n\r\n`)).status).toBe(status)
  }
})
