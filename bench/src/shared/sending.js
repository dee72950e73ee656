import { request } from 'undici'
import { basic } from './service.js'

/** A function `call(method, path, body)` for the public API, as one account; it returns status, headers and body. */
function callerOf({ url, authorization, dispatcher }) {
  return async (method, path, body) => {
    const response = await request(`${url}/api/v1${path}`, {
      method,
      ...(dispatcher && { dispatcher }),
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.body.text()
    return { status: response.statusCode, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
  }
}

/**
 * Creates an account without rate limits that can send from its number to opted-in phones. Returns its callers, one for
 * each process of the service.
 */
export async function anAccount(service, { name, key, from, phones, credits, dispatcher = null }) {
  const { groups } = await service.apply({
    name,
    apiKeys: [key],
    credits,
    rateLimits: null,
    capabilities: { silentOptIn: true },
    numbers: [{ number: from, status: 'active', mms: true }],
    groups: [{ name: 'All' }],
  })
  const calls = service.urls.map((url) => callerOf({ url, dispatcher, authorization: basic(key) }))
  for (const phone of phones) {
    await calls[0]('POST', `/contacts/by-phone/${phone}`, {})
    await calls[0]('POST', `/contacts/by-phone/${phone}/groups/${groups[0].id}`, { optInMode: 'SILENT' })
  }
  return calls
}

/** The texts that arrived on the simulator's phones, or on one of them. */
export async function readPhone(url, { limit = 100_000, to = '' } = {}) {
  const response = await request(`${url}/sim/messages?limit=${limit}&to=${encodeURIComponent(to)}`)
  const { results } = /** @type {any} */ (await response.body.json())
  return results
}

/** Programs how the provider treats the next submissions. */
export async function program(url, behaviour) {
  const response = await request(`${url}/sim/behaviour`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(behaviour),
  })
  await response.body.dump()
  if (response.statusCode >= 300) throw new Error(`/sim/behaviour responded ${response.statusCode}`)
}
