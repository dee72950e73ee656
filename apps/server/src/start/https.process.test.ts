import { describe, expect, jest, test } from '@jest/globals'
import { once } from 'node:events'
import { rename, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { connect, type TLSSocket } from 'node:tls'
import type { IncomingMessage } from 'node:http'
import { FIRST_PAIR, SECOND_PAIR } from '../testing/certificates.js'
import { aFolder, exists, refuses, shared, started, stop } from '../testing/service/starts.js'

/** Every test starts the built command, as an operator does. */
jest.setTimeout(120_000)

const JSON_OF_TWO_BYTES = { 'content-type': 'application/json', 'content-length': '2' }
const TRUSTED = [FIRST_PAIR.cert, SECOND_PAIR.cert]

test('the server uses HTTPS, and loads a renewed certificate without closing connections', async () => {
  const { folder, env } = await aPair()
  const database = await shared()
  const dataDir = await aFolder()
  const secrets = { CARILLON_SECRET: '0123456789abcdef', CARILLON_ADMIN_TOKEN: 'the-admin-token-for-tests' }
  const server = await started({ dataDir, env: { ...env, ...secrets, DATABASE_URL: database.url } })

  const url = /running: (https:\/\/127\.0\.0\.1:\d+)\n/.exec(server.stdout())![1]!
  expect(server.stdout()).toContain(`curl -u `)
  expect(server.stdout()).toContain(` ${url}/api/v1/`)
  expect(server.stdout()).not.toContain('http://')
  expect(server.stderr()).toBe('')

  const first = await get(`${url}/nowhere`)
  expect(await json(first)).toMatchObject({ moreInfo: `${url}/docs/errors#33404` })
  expect(first.headers['strict-transport-security']).toBe('max-age=31536000')
  expect(await expiryIn(url)).toBe(Date.parse('2120-01-01') / 1_000)
  await expect(handshake(url, { maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' })).rejects.toThrow()
  expect((await fetch(url.replace('https:', 'http:'))).status).toBe(400)

  const open = request(`${url}/sim/inbound`, { agent: anAgent(), method: 'POST', headers: JSON_OF_TWO_BYTES })
  open.write('{')
  const [socket] = (await once(open, 'socket')) as [TLSSocket]
  await once(socket, 'secureConnect')
  await replace(join(folder, 'cert.pem'), SECOND_PAIR.cert)
  await replace(join(folder, 'key.pem'), SECOND_PAIR.key)
  await server.printed('"msg":"TLS certificate renewed"')
  expect((await handshake(url)).getPeerCertificate().subject.CN).toBe('second')
  expect(await expiryIn(url)).toBe(Date.parse('2121-01-01') / 1_000)
  expect(socket.getPeerCertificate().subject.CN).toBe('first')
  open.end('}')
  const [response] = (await once(open, 'response')) as [IncomingMessage]
  expect(await json(response)).toMatchObject({ status: 400, message: expect.stringContaining('from') })
  await stop(server)
  expect(server.stdout()).not.toContain('"level":"warn"')
})

describe('a failed start is reported in one line:', () => {
  test('a key that belongs to another certificate, before anything is created', async () => {
    const { folder, env } = await aPair({ ...FIRST_PAIR, key: SECOND_PAIR.key })
    const dataDir = join(await aFolder(), 'data')
    const line = `carillon: CARILLON_TLS_KEY: the key in ${folder}/key.pem does not belong to the first certificate in ${folder}/cert.pem\n`
    expect(await refuses({ dataDir, env }, /^carillon: /)).toBe(line)
    expect(await exists(dataDir)).toBe(false)
  })

  test('a certificate without a key', async () => {
    await refuses(
      { dataDir: await aFolder(), env: { CARILLON_TLS_CERT: 'cert.pem' } },
      /^carillon: CARILLON_TLS_CERT is set without CARILLON_TLS_KEY: HTTPS needs both\n$/,
    )
  })
})

async function aPair({ cert, key } = FIRST_PAIR) {
  const folder = await aFolder()
  const env = { CARILLON_TLS_CERT: join(folder, 'cert.pem'), CARILLON_TLS_KEY: join(folder, 'key.pem') }
  await writeFile(env.CARILLON_TLS_CERT, cert)
  await writeFile(env.CARILLON_TLS_KEY, key)
  return { folder, env }
}

async function replace(path: string, content: string) {
  await writeFile(`${path}.new`, content)
  await rename(`${path}.new`, path)
}

/** A new agent for each request, because an agent with a saved session would not get the certificate again. */
function anAgent() {
  return new Agent({ ca: TRUSTED })
}

async function get(url: string): Promise<IncomingMessage> {
  const [response] = (await once(request(url, { agent: anAgent() }).end(), 'response')) as [IncomingMessage]
  return response
}

async function expiryIn(url: string): Promise<number> {
  const page = await text(await get(`${url}/metrics`))
  return Number(/^carillon_tls_certificate_expiry_timestamp_seconds (\S+)$/m.exec(page)?.[1])
}

async function handshake(url: string, options: object = {}): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), ca: TRUSTED, ...options })
  await once(socket, 'secureConnect')
  socket.end()
  return socket
}
