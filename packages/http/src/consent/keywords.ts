import { codePointsOf, explainKeyword, type FieldRule } from '@carillon/core'
import type { Request, Response } from 'express'
import type { Route } from '../api/route.js'
import { readQuery, RequiredParameter } from '../input/query.js'

const TEXT_LENGTH_MAX = 1_600

const TEXT: FieldRule = {
  holds: (text) => codePointsOf(text) <= TEXT_LENGTH_MAX,
  expected: `must have at most ${TEXT_LENGTH_MAX} characters`,
}

class ExplainQuery {
  @RequiredParameter(TEXT) text!: string
}

/** What a text from a phone would do. It depends on the text alone. */
export function keywordRoutes(): Route[] {
  return [{ method: 'get', path: '/keywords/explain', bucket: 'messagingRead', handle: explain }]
}

/** Also handles the route of the admin API. */
export async function explain(req: Request, res: Response): Promise<void> {
  res.json(explainKeyword(readQuery(req, ExplainQuery).text))
}
