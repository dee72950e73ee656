import { createHash, createHmac } from 'node:crypto'
import type { CarrierRequest } from '@carillon/core'
import { at, readJson, textAt } from '../http/read-json.js'
import { isSameText } from '../http/same-text.js'

const AGE_MAX_MS = 300_000
/** A JWT of Vonage has a few hundred characters. */
const TOKEN_LENGTH_MAX = 4_096

/** Why a request does not come from Vonage; null if it does. */
export function forgeryOf({ headers, body, at: now }: CarrierRequest, secret: string): string | null {
  const token = /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(headers['authorization'] ?? '')
  if (token === null || token[0].length > TOKEN_LENGTH_MAX) return 'The authorization header has no JWT'
  const [, head, claims, signature] = token as unknown as readonly [string, string, string, string]
  // The algorithm is ours: a token that names another one, or none, is not even checked.
  if (textAt(decode(head), 'alg') !== 'HS256') return 'The JWT is not signed with HS256'
  const expected = createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url')
  if (!isSameText(signature, expected)) return 'The signature of the JWT is wrong'
  return claimFaultOf(decode(claims), body, now.getTime())
}

function claimFaultOf(claims: unknown, body: Uint8Array, nowMs: number): string | null {
  const [issuedAt, expiresAt] = [at(claims, 'iat'), at(claims, 'exp')]
  if (typeof issuedAt !== 'number' || !(Math.abs(nowMs - issuedAt * 1_000) <= AGE_MAX_MS)) {
    return 'The JWT is too old, or comes from the future'
  }
  if (expiresAt !== undefined && !(typeof expiresAt === 'number' && expiresAt * 1_000 > nowMs)) {
    return 'The JWT has expired'
  }
  const hash = createHash('sha256').update(body).digest('hex')
  const claimed = textAt(claims, 'payload_hash')
  if (claimed === null || !isSameText(claimed.toLowerCase(), hash)) return 'The JWT belongs to another body'
  return null
}

function decode(part: string): unknown {
  return readJson(Buffer.from(part, 'base64url'))
}
