import type { Request } from 'express'
import { HttpError } from '../api/problem.js'
import { requireType } from '../input/body.js'

/** Throws unless the body is a CSV file as it is. */
export function requireCsv(req: Request): void {
  requireType(req, ['text/csv'])
  if (req.headers['content-encoding'] !== undefined) {
    throw new HttpError('wrong-content-type', 'The file must be sent without a Content-Encoding')
  }
}
