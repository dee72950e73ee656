import { once } from 'node:events'
import { createServer } from 'node:https'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { SELF_SIGNED } from '../../../webhooks/src/testing/self-signed.js'
import { schemaFaults } from '../testing/openapi-document.js'
import { applyAcme, authorized, DOCS_URL, KEY, openTestApi, type TestApi } from '../testing/test-api.js'
import type { CreateServer } from './api-server.js'

const overTls: CreateServer = (options) => createServer({ ...options, ...SELF_SIGNED })

let fixture: TestApi

beforeEach(async () => {
  fixture = await openTestApi(inMemory(), { createServer: overTls })
})

/** Everything the server sends until it closes the connection. */
async function said(socket: NodeJS.ReadWriteStream, bytes: string): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // TLS alerts are errors here, and not part of the bytes.
  socket.on('error', () => {})
  socket.write(bytes)
  await new Promise((resolve) => socket.on('close', resolve).on('end', resolve))
  return Buffer.concat(chunks).toString()
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}

function plainly(url: string, bytes: string): Promise<string> {
  return said(connect({ host: '127.0.0.1', port: portOf(url) }), bytes)
}

async function securely(url: string, bytes: string): Promise<string> {
  const socket = connectTls({ host: '127.0.0.1', port: portOf(url), rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const response = await said(socket, bytes)
  socket.destroy()
  return response
}

function expectEnvelope(response: string, status: number) {
  const [head = '', text = ''] = response.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(schemaFaults('#/components/schemas/Error', JSON.parse(text))).toEqual([])
  expect(JSON.parse(text)).toMatchObject({ status, moreInfo: expect.stringContaining(DOCS_URL) })
}

test('a request over TLS gets a response', async () => {
  const response = await securely(fixture.url, 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\{"status":"ok"\}$/)
})

describe('a request in plain HTTP is refused in plain HTTP, and logged', () => {
  test.each(['GET', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT'])('%s', async (method) => {
    const response = await plainly(fixture.url, `${method} /api/v1/groups HTTP/1.1\r\nHost: x\r\n\r\n`)
    expectEnvelope(response, 400)
    expect(response).toContain('This port speaks HTTPS only: begin the URL with https://')
    await fixture.logged('request')
    expect(fixture.log).toMatchObject([
      { level: 'info', message: 'request', fields: { route: 'unknown', status: 400 } },
    ])
  })
})

test('input that is neither TLS nor HTTP does no harm, and the next client is served', async () => {
  for (const bytes of ['\x16\x03\x01\x00\x05hello', '\x80\x2e\x01\x00\x02', 'hello\r\n\r\n']) {
    expect(await plainly(fixture.url, bytes)).not.toContain('HTTP/1.1 200')
  }
  expect(await securely(fixture.url, 'nonsense\r\n\r\n')).toContain('HTTP/1.1 400 ')
})

describe('over TLS, the limits of plain HTTP also apply to', () => {
  test('the length of the head', async () => {
    const response = await securely(fixture.url, `GET / HTTP/1.1\r\nHost: x\r\nX-Note: ${'x'.repeat(17_000)}\r\n\r\n`)
    expectEnvelope(response, 431)
  })

  test('the time to send the head', async () => {
    const { url } = await openTestApi(inMemory(), { createServer: overTls, patience: { headMs: 50, idleMs: 60_000 } })
    expectEnvelope(await securely(url, 'GET / HTTP/1.1\r\nHost:'), 408)
  })

  test('the time without any bytes of the body', async () => {
    const adapters = inMemory()
    await applyAcme(await openTestApi(adapters))
    const { url } = await openTestApi(adapters, { createServer: overTls, patience: { headMs: 60_000, idleMs: 100 } })
    const head = `POST /api/v1/contacts/by-phone/+12025550123 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json`
    const { authorization } = authorized(KEY)
    const bytes = `${head}\r\nAuthorization: ${authorization}\r\nContent-Length: 10\r\n\r\n{`
    expectEnvelope(await securely(url, bytes), 408)
  })

  test('the handshake, which must end within the time to send the head', async () => {
    const { url } = await openTestApi(inMemory(), { createServer: overTls, patience: { headMs: 50, idleMs: 60_000 } })
    expect(await plainly(url, '\x16\x03\x01\x02\x00')).toBe('')
  })
})
