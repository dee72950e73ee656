import { DomainError } from '@carillon/core'
import { raw, type Request } from 'express'
import { HttpError } from '../api/problem.js'
import { withArrivalTimeout, type ArrivalTimeouts } from './arrival.js'
import { bodyReadBefore } from './body-read-before.js'
import { hasBody } from '../api/body-time.js'
import type { Shape } from './checks.js'
import { refuseUnstorable } from './refuse-unstorable.js'
import { readShape } from './shape.js'

export const BODY_LENGTH_MAX = 256 * 1024

export type BodyOptions = {
  readonly lengthMax?: number
  /** Media types besides `application/json`. */
  readonly types?: readonly string[]
  /** Properties of this name may contain any text, because a later rule with its own message checks them. */
  readonly judgedLater?: string
}

/** The body as an instance of its class. An absent body is read as an empty object, so required fields are reported. */
export async function readBody<T extends object>(req: Request, shape: Shape<T>, options: BodyOptions = {}): Promise<T> {
  return readShape(shape, await readObject(req, options))
}

export type JsonObject = Readonly<Record<string, unknown>>

/** The body as a plain object, whose properties the caller checks. */
export async function readObject(req: Request, options: BodyOptions = {}): Promise<JsonObject> {
  const { lengthMax = BODY_LENGTH_MAX, types = [], judgedLater = null } = options
  const bytes = await readBytes(req, ['application/json', ...types], { lengthMax })
  const body = bytes.length === 0 ? {} : objectOf(bytes)
  refuseUnstorable(body, judgedLater)
  return body
}

/** Throws unless `Content-Type` names one of the types, in UTF-8. */
export function requireType(req: Request, types: readonly string[]) {
  const [type = '', ...parameters] = (req.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length)
  if (!types.includes(type)) {
    throw new HttpError('wrong-content-type', `Content-Type must be ${types.join(' or ')}`)
  }
  if (charset !== undefined && charset.replaceAll('"', '') !== 'utf-8') {
    throw new HttpError('wrong-content-type', 'The body must be in UTF-8')
  }
}

export type BytesOptions = {
  readonly lengthMax: number
  /** Allows less time than every body has. */
  readonly timeouts?: ArrivalTimeouts
}

/** The bytes of the body. They can be read only once. */
export async function readBytes(req: Request, types: readonly string[], options: BytesOptions): Promise<Buffer> {
  if (hasBody(req)) requireType(req, types)
  return readAnyBytes(req, options)
}

/** The bytes of the body, whatever its `Content-Type`. */
export async function readAnyBytes(req: Request, { lengthMax, timeouts }: BytesOptions): Promise<Buffer> {
  if (!hasBody(req)) return Buffer.alloc(0)
  await withArrivalTimeout(req, () => keepBytes(req, lengthMax), timeouts ?? null)
  // Express's reader skips a request whose body cannot be read: a parser consumed it, other code consumed it without
  // keeping it, or the client disconnected. Only in the last case is the connection closed as well.
  const bytes = bodyReadBefore(req)
  if (bytes === null) {
    throw req.socket.readable ? new Error('Mount this router before the middleware that reads the body') : cutOff()
  }
  if (bytes.length > lengthMax) throw tooLarge(lengthMax)
  // Frees the bytes early: the request object lives until the response is complete.
  req.body = undefined
  return bytes
}

/** Puts the bytes in `req.body`. */
function keepBytes(req: Request, lengthMax: number): Promise<void> {
  const read = raw({ type: () => true, limit: lengthMax })
  return new Promise((resolve, reject) => {
    read(req, req.res!, (error?: unknown) => (error === undefined ? resolve() : reject(unreadable(error, lengthMax))))
  })
}

/** Whether `Content-Length` is within the usual limit: such a request never waits for large requests. */
export function isShort({ headers }: Request): boolean {
  const isPlain = headers['transfer-encoding'] === undefined && headers['content-encoding'] === undefined
  return isPlain && Number(headers['content-length'] ?? 0) <= BODY_LENGTH_MAX
}

/** Translates the failures of Express's body reader, recognized by their type or status. */
function unreadable(error: unknown, lengthMax: number): Error {
  const { type, status } = error as { type?: string; status?: number }
  if (type === 'entity.too.large') return tooLarge(lengthMax)
  if (type === 'encoding.unsupported') {
    return new HttpError('wrong-content-type', 'The Content-Encoding of the body must be gzip, deflate or br')
  }
  return status === 400 ? cutOff() : (error as Error)
}

function cutOff(): DomainError {
  return new DomainError('invalid-input', 'The body is incomplete or cannot be decoded')
}

export function tooLarge(lengthMax: number): HttpError {
  return new HttpError('body-too-large', `The body is longer than ${sizeOf(lengthMax)}`)
}

function sizeOf(bytes: number): string {
  const kilobytes = bytes / 1024
  return kilobytes < 1024 ? `${kilobytes} KB` : `${kilobytes / 1024} MB`
}

/** Throws unless the bytes are a JSON object. */
export function objectOf(bytes: Buffer): JsonObject {
  const body = parseJson(bytes)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new DomainError('invalid-input', 'The body must be a JSON object')
  }
  return body as JsonObject
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'JSON' : 'UTF-8'
    throw new DomainError('invalid-input', `The body is not valid ${reason}`)
  }
}
