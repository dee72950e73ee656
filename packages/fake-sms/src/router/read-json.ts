import { json, type Request, type RequestHandler, type Response } from 'express'
import { SimProblem, tooLong } from './sim-problem.js'

const LENGTH_MAX = 256 * 1024

const parse = json({ limit: LENGTH_MAX, strict: false })

/** Reads the body as JSON, even if a parser of the host has already read it as text or bytes. */
export function readJson({ bodyMs }: { readonly bodyMs: number }): RequestHandler {
  return (req, res, next) => {
    if (req.body === undefined) return void parseWithin(bodyMs, req, res).then(() => next(), next)
    if (typeof req.body === 'string' || Buffer.isBuffer(req.body)) req.body = parsed(Buffer.from(req.body))
    next()
  }
}

/** Limits the whole time of a body: one that arrives steadily might never end. */
async function parseWithin(bodyMs: number, req: Request, res: Response): Promise<void> {
  let length = 0
  let timer: NodeJS.Timeout | undefined
  const count = (bytes: Buffer) => {
    length += bytes.length
  }
  req.on('data', count)
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooSlow(req, length, bodyMs)), bodyMs)
  })
  const parsing = new Promise<void>((resolve, reject) => {
    parse(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error)))
  })
  try {
    await Promise.race([parsing, late])
  } finally {
    clearTimeout(timer)
    req.off('data', count)
  }
  if (req.body === undefined && hasBody(req)) throw new Error(READ_BY_OTHERS)
}

function tooSlow({ headers }: Request, length: number, bodyMs: number): SimProblem {
  const of = headers['content-length'] === undefined ? '' : ` of ${headers['content-length']}`
  const seconds = bodyMs / 1_000
  return new SimProblem(
    408,
    `The body arrives too slowly: ${length}${of} bytes arrived in ${seconds} s, but all of it must arrive within ${seconds} s`,
  )
}

const READ_BY_OTHERS = 'Mount this router before the middleware that reads the body'

function parsed(bytes: Buffer): unknown {
  if (bytes.length > LENGTH_MAX) throw tooLong(LENGTH_MAX)
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw new SimProblem(400, 'The body is not valid JSON')
  }
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
