import { createHmac } from 'node:crypto'
import type { CarrierRequest } from '@carillon/core'
import { isSameText } from '../http/same-text.js'
import type { CallerCheck } from './description.js'
import { basicOf } from './described-request.js'

const AGE_MAX_MS = 300_000

/** Why a request does not come from the gateway; null if it does. */
export function callerFaultOf(check: CallerCheck, request: CarrierRequest): string | null {
  switch (check.kind) {
    case 'secret-in-path':
      return isSameText(lastPartOf(request.url), check.secret) ? null : 'The secret in the path is wrong'
    case 'secret-in-query':
      return isSecretInQuery(check, request.url) ? null : 'The secret in the query is wrong'
    case 'basic':
      return isSameText(authorizationOf(request), basicOf(check)) ? null : 'The credentials are wrong'
    case 'hmac':
      return hmacFaultOf(check, request)
  }
}

/** The name of the scheme may be in any case. */
function authorizationOf({ headers }: CarrierRequest): string {
  return (headers['authorization'] ?? '').replace(/^basic +/i, 'Basic ')
}

function lastPartOf(url: string): string {
  return url.split(/[?#]/, 1)[0]!.split('/').at(-1)!
}

function isSecretInQuery({ name, secret }: { readonly name: string; readonly secret: string }, url: string): boolean {
  const given = queryOf(url).getAll(name)
  return given.length === 1 && isSameText(given[0]!, secret)
}

export function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1))
}

function hmacFaultOf(check: Extract<CallerCheck, { kind: 'hmac' }>, { headers, url, body, at }: CarrierRequest) {
  const { algorithm, secret, header, encoding = 'hex', prefix = '', signs = '{{body}}', timestamp } = check
  const time = timestamp === undefined ? '' : (headers[timestamp.header.toLowerCase()] ?? '')
  if (timestamp !== undefined && !isRecent(time, timestamp.unit ?? 'seconds', at)) {
    return 'The timestamp is missing, too old, or in the future'
  }
  const hmac = createHmac(algorithm, secret)
  for (const part of signs.split(/(\{\{\s*\w+\s*\}\})/)) {
    const [, name] = /^\{\{\s*(\w+)\s*\}\}$/.exec(part) ?? []
    if (name === undefined) hmac.update(part)
    else hmac.update(name === 'body' ? body : name === 'url' ? url : time)
  }
  const expected = hmac.digest(encoding)
  const given = headers[header.toLowerCase()] ?? ''
  const signature = given.slice(prefix.length)
  const isRight = isSameText(encoding === 'hex' ? signature.toLowerCase() : signature, expected)
  return given.startsWith(prefix) && isRight ? null : 'The signature is missing or wrong'
}

function isRecent(text: string, unit: 'seconds' | 'milliseconds', now: Date): boolean {
  if (!/^\d{1,16}$/.test(text)) return false
  const at = unit === 'seconds' ? Number(text) * 1_000 : Number(text)
  return Math.abs(now.getTime() - at) <= AGE_MAX_MS
}
