import { oneOf, type UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { CursorQuery, cursorPageOf, cursorRequestOf } from '../input/cursor.js'
import { Parameter, readQuery } from '../input/query.js'

const CAUSES = ['grant', 'broadcast'] as const

class LedgerQuery extends CursorQuery {
  @Parameter(oneOf(CAUSES)) cause?: (typeof CAUSES)[number] | ''
}

export function ledgerRoute({ listLedger }: Pick<UseCases, 'listLedger'>): Route {
  return {
    method: 'get',
    path: '/account/credits/ledger',
    bucket: 'messagingRead',
    handle: async (req, res) => {
      const { cause, ...step } = readQuery(req, LedgerQuery)
      const request = { account: accountOf(res), cause: cause || null, ...cursorRequestOf(step) }
      res.json(cursorPageOf(await listLedger.execute(request), (line) => line))
    },
  }
}
