import { request } from 'node:http'

const API = '/dashboard/api/v1'
const COOKIE = 'carillon_session'

/**
 * A request to the dashboard API as a page of the dashboard would make it, unless `headers` say otherwise. A header that
 * is null is left out.
 */
export async function ask(url, { method = 'GET', path, token = null, body = undefined, headers = {} }) {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const given = {
    'sec-fetch-site': 'same-origin',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== null && { cookie: `${COOKIE}=${token}` }),
    // Node adds the length for some methods only.
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(text)) }),
    ...headers,
  }
  const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  const full = url + (path.startsWith('//') ? path.slice(1) : API + path)
  return receive(full, { method, headers: sent, text })
}

/** Of a stream of events, only the head is read. Node's fetch would not send every header that an attacker can. */
function receive(url, { method, headers, text }) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (res) => {
      const status = res.statusCode
      if (status === 200 && String(res.headers['content-type']).startsWith('text/event-stream')) {
        res.destroy()
        return resolve({ status, text: '', body: null, cookie: null })
      }
      const chunks = []
      res.on('data', (chunk) => chunks.push(chunk)).on('error', reject)
      res.on('end', () => resolve({ status, ...contentOf(res, Buffer.concat(chunks).toString()) }))
    })
    sent.on('error', reject).end(text)
  })
}

function contentOf({ headers }, text) {
  const isJson = String(headers['content-type']).startsWith('application/json') && text !== ''
  return { text, body: isJson ? JSON.parse(text) : null, cookie: headers['set-cookie']?.[0] ?? null }
}

/** The token of the session that a response sets. */
export function tokenOf({ status, text, cookie }) {
  const token = /^(?:__Host-)?carillon_session=([\w-]+);/.exec(cookie ?? '')?.[1]
  if (token === undefined) throw new Error(`nobody was signed in: ${status} ${text}`)
  return token
}
