import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  isAccountId,
  isUserId,
  type AccountId,
  type ListAuditInput,
  type ListedAuditEntry,
  type UseCases,
} from '@carillon/core'
import type { Request, Response } from 'express'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { recordWriterOf, SPREADSHEET } from '../contact-imports/csv-record.js'
import { CursorQuery, cursorPageOf, cursorRequestOf } from '../input/cursor.js'
import { INSTANT, instantOf } from '../input/instant.js'
import { Parameter, readQuery } from '../input/query.js'

/** An action, or the beginning of several with a dot at the end. */
const ACTION = {
  holds: (text: string) => /^[a-z.-]{1,60}$/.test(text),
  expected: 'must be an action, such as user.invited',
}

class AuditQuery extends CursorQuery {
  @Parameter({ holds: isUserId, expected: 'must be the id of a user' }) user?: string
  @Parameter(ACTION) action?: string
  @Parameter(INSTANT) from?: string
  @Parameter(INSTANT) to?: string
  @Parameter(SPREADSHEET) spreadsheet?: string
}

class ServiceAuditQuery extends AuditQuery {
  @Parameter({ holds: isAccountId, expected: 'must be the id of an account' }) account?: string
}

type Filters = Omit<ListAuditInput, 'cursor' | 'limit'>

/** Who has changed what: in the whole service for owners, and in one account for its admins. */
export function auditRoutes({ listAudit }: Pick<UseCases, 'listAudit'>): Route[] {
  return [
    {
      method: 'get',
      path: '/audit',
      handle: (req, res) => {
        const query = readQuery(req, ServiceAuditQuery)
        return respond(req, res, query, (query.account || null) as AccountId | null)
      },
    },
    {
      method: 'get',
      path: '/accounts/:account/audit',
      handle: (req, res) => respond(req, res, readQuery(req, AuditQuery), accountOf(res).id),
    },
  ]

  async function respond(req: Request, res: Response, query: AuditQuery, account: AccountId | null) {
    const filters = filtersOf(query, account)
    res.vary('Accept')
    const accepted = req.accepts(['application/json', 'text/csv', 'text/csv;charset=utf-8']) || ''
    if (!accepted.startsWith('text/csv')) {
      const page = await listAudit.execute({ ...filters, ...cursorRequestOf(query) })
      res.json(cursorPageOf(page, entryResponse))
      return
    }
    res.attachment('audit.csv').type('text/csv')
    res.setTimeout(STALLED_MS, () => res.destroy())
    if (req.method === 'HEAD') res.end()
    else await pipeline(Readable.from(linesOf(filters, recordWriterOf(query.spreadsheet))), res)
  }

  /** Read as fast as the client takes it, a step at a time. */
  async function* linesOf(filters: Filters, recordOf: (cells: readonly string[]) => string) {
    yield recordOf(COLUMNS)
    for (let cursor: string | null = null; ;) {
      const { results, nextCursor } = await listAudit.execute({ ...filters, cursor, limit: STEP })
      yield results.map((entry) => recordOf(cellsOf(entry))).join('')
      if (nextCursor === null) return
      cursor = nextCursor
    }
  }
}

const STEP = 500
/** A client that reads nothing for this long is disconnected. */
const STALLED_MS = 30_000

const COLUMNS = [
  'id',
  'at',
  'userId',
  'user',
  'command',
  'session',
  'address',
  'account',
  'action',
  'subjects',
  'details',
]

function filtersOf({ user, action, from, to }: AuditQuery, account: AccountId | null): Filters {
  return {
    account,
    user: user && isUserId(user) ? user : null,
    action: action || null,
    from: from ? instantOf(from) : null,
    to: to ? instantOf(to) : null,
  }
}

function entryResponse({ id, at, actor, session, address, account, action, subjects, details }: ListedAuditEntry) {
  return { id, at, actor, session, address, account, action, subjects, details }
}

function cellsOf({ id, at, actor, session, address, account, action, subjects, details }: ListedAuditEntry) {
  const who = 'command' in actor ? ['', '', actor.command] : [actor.id, actor.email, '']
  const where = [session ?? '', address ?? '', account ?? '']
  return [id, at.toISOString(), ...who, ...where, action, subjects.join(' '), JSON.stringify(details)]
}
