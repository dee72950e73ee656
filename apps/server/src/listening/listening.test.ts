import { expect, test } from '@jest/globals'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createHttpsServer, request as httpsRequest } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { FIRST_PAIR } from '../testing/certificates.js'
import { freeAddress, listen, urlOf } from './listening.js'

const ANY = { host: '127.0.0.1', port: 0 }

test('a port in use is an error, both in the early check and when the server opens the port', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const taken = { host: '127.0.0.1', port: (other.address() as AddressInfo).port }
  const problem = `Port ${taken.port} on 127.0.0.1 is in use: stop the process that uses it, or set PORT to another port`
  await expect(freeAddress(taken)).rejects.toThrow(problem)
  await expect(listen(() => {}, taken)).rejects.toThrow(problem)
  const elsewhere = freeAddress({ ...taken, portSetting: 'CARILLON_METRICS_PORT' })
  await expect(elsewhere).rejects.toThrow('set CARILLON_METRICS_PORT to another port')
  other.close()
})

test('an address of another machine is an error', async () => {
  const problem = 'HOST is 192.0.2.1, which is not an address of this machine'
  await expect(listen(() => {}, { host: '192.0.2.1', port: 0 })).rejects.toThrow(problem)
})

test('a free port is found without occupying it, and a given port is not changed', async () => {
  const address = await freeAddress(ANY)
  expect(address.port).toBeGreaterThan(0)
  expect(await freeAddress(address)).toEqual(address)
  await (await listen(() => {}, address)).stop({ graceMs: 1000 })
  expect(await freeAddress(address)).toEqual(address)
})

test('the URL can be opened on this machine', () => {
  expect(urlOf({ host: '0.0.0.0', port: 80 })).toBe('http://127.0.0.1:80')
  expect(urlOf({ host: '::', port: 80 })).toBe('http://[::1]:80')
  expect(urlOf({ host: '::1', port: 80 })).toBe('http://[::1]:80')
  expect(urlOf({ host: 'example.com', port: 80 })).toBe('http://example.com:80')
  expect(urlOf({ host: '0.0.0.0', port: 443 }, 'https')).toBe('https://127.0.0.1:443')
})

test('a stop waits for requests in flight, but not for idle connections', async () => {
  const begun = deferred<() => void>()
  const address = await freeAddress(ANY)
  const url = urlOf(address)
  const { stop } = await listen((_, res) => begun.resolve(() => res.end('whole')), address)
  const idle = connect(address)
  await once(idle, 'connect')
  const response = fetch(url).then((response) => response.text())
  const finish = await begun.promise
  const stopped = stop({ graceMs: 60_000 })
  await expect(fetch(url)).rejects.toThrow()
  finish()
  expect(await response).toBe('whole')
  await stopped
})

test('a stop with HTTPS waits for requests in flight, but not for connections without a handshake', async () => {
  const begun = deferred<() => void>()
  const address = await freeAddress(ANY)
  const server = createHttpsServer(FIRST_PAIR, (_, res) => begun.resolve(() => res.end('whole')))
  const { stop } = await listen(server, address)
  const unsecured = connect(address)
  await once(unsecured, 'connect')
  const idle = connectTls({ ...address, rejectUnauthorized: false })
  await once(idle, 'secureConnect')
  const ended = once(idle.resume(), 'end')
  const sent = httpsRequest(urlOf(address, 'https'), { rejectUnauthorized: false }).end()
  const response = once(sent, 'response').then(([response]) => text(response as IncomingMessage))
  const finish = await begun.promise
  const stopped = stop({ graceMs: 60_000 })
  await ended
  finish()
  expect(await response).toBe('whole')
  await stopped
})

test('a request that does not end within the grace period is aborted', async () => {
  const begun = deferred<void>()
  const never: RequestListener = () => begun.resolve()
  const address = await freeAddress(ANY)
  const { stop } = await listen(never, address)
  const cut = once(request(urlOf(address)).end(), 'error')
  await begun.promise
  await stop({ graceMs: 0 })
  expect((await cut)[0]).toMatchObject({ code: 'ECONNRESET' })
})

function deferred<T>() {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((done) => (resolve = done))
  return { promise, resolve }
}
