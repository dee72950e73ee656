import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { simOf } from '../testing/sim.js'

type Asked = { readonly host: string; readonly path?: string; readonly headers?: Readonly<Record<string, string>> }

async function ask(url: string, { host, path = '/stats', headers = {} }: Asked) {
  const sent = request(url + path, { agent: false, headers: { ...headers, host } }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const { statusCode: status, headers: received } = response
  if (received['content-type']?.startsWith('text/event-stream')) {
    sent.destroy()
    return { status, text: '' }
  }
  return { status, text: Buffer.concat(await response.toArray()).toString() }
}

test.each([
  'localhost',
  'LOCALHOST:8080',
  'localhost.',
  '127.0.0.1',
  '127.0.0.1:8080',
  '192.168.1.20:3000',
  '[::1]',
  '[::1]:8080',
  '[2001:db8::1]:80',
])('the phones answer to localhost and to any IP address: %s', async (host) => {
  const { url } = await simOf(inMemory())
  expect((await ask(url, { host })).status).toBe(200)
})

test.each([
  'evil.example',
  'evil.example:8080',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'evil.example@localhost',
  'localhost@evil.example',
  'evil.example/localhost',
  'mybox',
  '127.0.0.1x',
])('the phones answer to no other host, because its owner may point it to this machine: %j', async (host) => {
  const { url } = await simOf(inMemory())
  for (const path of ['', '/phones.js', '/texts', '/messages', '/stats', '/events']) {
    const { status, text } = await ask(url, { host, path })
    expect([path, status]).toEqual([path, 421])
    expect(JSON.parse(text)).toMatchObject({
      code: 33421,
      status: 421,
      message: `The simulated phones got the host ${JSON.stringify(host)}, and expect localhost or an IP address. The option hosts of simRouter allows other names`,
    })
  }
})

test('a page on another host can neither send a text nor delete them, and the host that a proxy reports does not count', async () => {
  const { url, inbound, send, call } = await simOf(inMemory())
  await send('+12025550123', 'Hi')
  const body = JSON.stringify({ from: '+12025550123', to: '+12025550199', body: 'STOP' })
  const headers = { host: 'evil.example', 'x-forwarded-host': 'localhost' }
  for (const [method, path] of [
    ['POST', '/inbound'],
    ['DELETE', '/messages'],
  ] as const) {
    const sent = request(url + path, {
      method,
      agent: false,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': body.length },
    }).end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    expect(response.statusCode).toBe(421)
  }
  expect(inbound).toEqual([])
  expect((await call('GET', '/messages')).body).toMatchObject({ results: [{ body: 'Hi' }] })
})

test('the host of the embedder can allow names, with any port and case, and say how to allow more', async () => {
  const { url } = await simOf(inMemory(), { hosts: ['MyBox', 'phones.example.com'], hostsHint: 'Ask Ann' })
  for (const host of ['mybox:3000', 'MYBOX', 'phones.example.com', 'phones.example.com:443', 'localhost:1']) {
    expect([host, (await ask(url, { host })).status]).toEqual([host, 200])
  }
  const { status, text } = await ask(url, { host: 'example.com' })
  expect([status, JSON.parse(text).message]).toEqual([
    421,
    'The simulated phones got the host "example.com", and expect localhost, MyBox, phones.example.com or an IP address. Ask Ann',
  ])
})
