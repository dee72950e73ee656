import type { Message, UseCases } from '@carillon/core'
import type { Route } from '../api/route.js'
import { accountNameOf } from '../input/path.js'
import { pageRequestOf, PageQuery, readQuery } from '../input/query.js'
import { explain } from './keywords.js'

export function keywordRoutes({ listPossibleOptOuts }: Pick<UseCases, 'listPossibleOptOuts'>): Route[] {
  return [
    { method: 'get', path: '/keywords/explain', handle: explain },
    {
      method: 'get',
      path: '/accounts/:name/keywords/unmatched',
      handle: async (req, res) => {
        const page = pageRequestOf(readQuery(req, PageQuery))
        const found = await listPossibleOptOuts.execute({ accountName: accountNameOf(req), page })
        res.json({ ...found, results: found.results.map(unmatchedResponse) })
      },
    },
  ]
}

function unmatchedResponse({ id, from, to, body, createdAt }: Message) {
  return { id, from, to, body, createdAt }
}
