import { json, type Request, type RequestHandler } from 'express'
import { SimProblem, tooLong } from './sim-problem.js'

const LENGTH_MAX = 256 * 1024

const parse = json({ limit: LENGTH_MAX, strict: false })

/** Reads the body as JSON, even if a parser of the host has already read it as text or bytes. */
export const readJson: RequestHandler = (req, res, next) => {
  if (req.body === undefined) {
    parse(req, res, (error?: unknown) => {
      if (error === undefined && req.body === undefined && hasBody(req)) next(new Error(READ_BY_OTHERS))
      else next(error)
    })
    return
  }
  if (typeof req.body === 'string' || Buffer.isBuffer(req.body)) req.body = parsed(Buffer.from(req.body))
  next()
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
