import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { HttpError } from './problem.js'

/** Gives Express nothing to read but a path. What has none keeps its target for `requireWellFormed` to refuse. */
export function withReadableTarget(req: IncomingMessage): IncomingMessage {
  const path = pathOf(req.url ?? '')
  return path === null ? Object.assign(req, { originalUrl: req.url, url: '/' }) : Object.assign(req, { url: path })
}

/** What Node would refuse in its own words, or Express in HTML, is refused here in ours. */
export const requireWellFormed: RequestHandler = ({ headers, httpVersion, originalUrl }, _res, next) => {
  if (pathOf(originalUrl) === null) throw malformed('The target of the request is neither a path nor a URL on HTTP')
  if (httpVersion === '1.1' && headers.host === undefined) throw malformed('The request has no Host header')
  const { expect } = headers
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    throw new HttpError('unmet-expectation', 'Nothing but 100-continue can be expected', { Connection: 'close' })
  }
  next()
}

/** Its connection ends with it: where the next request begins cannot be known. */
export function malformed(message: string): HttpError {
  return new HttpError('malformed-request', message, { Connection: 'close' })
}

const ABSOLUTE = /^https?:\/\/[^/?#]+(.*)$/i

/** Null where there is none. A proxy puts scheme and host in front. */
function pathOf(target: string): string | null {
  if (target.startsWith('/') || target === '*') return target
  const rest = URL.canParse(target) ? ABSOLUTE.exec(target)?.[1] : undefined
  if (rest === undefined) return null
  return rest.startsWith('/') ? rest : `/${rest}`
}
