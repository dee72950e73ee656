import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { join, resolve } from 'node:path'
import { KEY } from './declaration.js'

/** Starts the server of a checkout on a data folder. */
export async function startedServer(checkout, dataDir) {
  const child = spawn(process.execPath, [join(resolve(checkout), 'apps/server/bin/carillon.js'), 'start'], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      CARILLON_DATA_DIR: dataDir,
      CARILLON_WEBHOOKS_ALLOW_PRIVATE: '1',
      CARILLON_DEMO: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  while (!output.includes('"msg":"started"')) await once(child.stdout, 'data')
  const url = /running: (http:\S+)/.exec(output)[1]
  const token = (await readFile(join(dataDir, 'admin-token'), 'utf8')).trim()
  const ended = once(child, 'close')
  return {
    ...callsOf({ url, token }),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A server that takes the events of the account. */
export async function webhookReceiver() {
  const receiver = createServer((request, response) => {
    request.resume()
    response.writeHead(204).end()
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  return { url: `http://127.0.0.1:${receiver.address().port}/hook`, close: () => receiver.close() }
}

/** Calls to the server, as its customer, its operator, phones and carriers make them. */
function callsOf({ url, token }) {
  const call = async (method, path, authorization, body, type = 'application/json') => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(authorization && { authorization }), ...(body && { 'content-type': type }) },
      ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text
  }
  const basic = `Basic ${Buffer.from(`${KEY.id}:${KEY.secret}`).toString('base64')}`
  const api = (method, path, body) => call(method, path, basic, body)
  const admin = (method, path, body, type) => call(method, path, `Bearer ${token}`, body, type)
  return {
    api,
    admin,
    get: (path) => (path.startsWith('/admin/') ? admin('GET', path) : api('GET', path)),
    simulated: (text) => call('POST', '/sim/inbound', undefined, text),
    /** The carrier reports on the newest text to the phone. */
    receipt: async (phone, report) => {
      const { results } = await call('GET', `/sim/messages?to=${encodeURIComponent(phone)}&limit=1`)
      await call('POST', '/sim/receipts', undefined, { reference: results[0].reference, ...report })
    },
    /** Requests the link as the browser of a recipient does, with the host of the link. */
    click: async (link) => {
      const { hostname, pathname } = new URL(link)
      const headers = { host: hostname, 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' }
      const [response] = await once(request(new URL(pathname, url), { headers }).end(), 'response')
      response.resume()
      if (response.statusCode !== 302) throw new Error(`${link}: ${response.statusCode}`)
    },
  }
}
