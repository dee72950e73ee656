import { ACCOUNT_INVITE_SCHEMA, ACCOUNT_ROLE_SCHEMA, readValue, type UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { readObject } from '../input/body.js'
import { CursorQuery, cursorPageOf, cursorRequestOf } from '../input/cursor.js'
import { parameterOf } from '../input/path.js'
import { readQuery } from '../input/query.js'
import { requestOrigin } from './request-origin.js'
import { linkResponse } from './user-response.js'

type AccountUserUseCases = Pick<UseCases, 'listAccountUsers' | 'inviteToAccount' | 'changeAccountRole'>

const USERS = '/accounts/:account/users'

/** The users of one account, for its admins. */
export function accountUserRoutes(useCases: AccountUserUseCases): Route[] {
  const { listAccountUsers, inviteToAccount, changeAccountRole } = useCases
  return [
    {
      method: 'get',
      path: USERS,
      handle: async (req, res) => {
        const step = cursorRequestOf(readQuery(req, CursorQuery))
        const page = await listAccountUsers.execute({ account: accountOf(res).id, ...step })
        res.json(cursorPageOf(page, (user) => user))
      },
    },
    {
      method: 'post',
      path: USERS,
      handle: async (req, res) => {
        const fields = readValue(ACCOUNT_INVITE_SCHEMA, await readObject(req))
        const given = { by: requestOrigin(req, res), account: accountOf(res).id, ...fields }
        const { user, link } = await inviteToAccount.execute(given)
        res.status(201).json({ user, link: link && linkResponse(link) })
      },
    },
    {
      method: 'patch',
      path: `${USERS}/:userId`,
      handle: async (req, res) => {
        const { role } = readValue(ACCOUNT_ROLE_SCHEMA, await readObject(req))
        const given = { by: requestOrigin(req, res), account: accountOf(res).id, user: parameterOf(req, 'userId') }
        res.json(await changeAccountRole.execute({ ...given, role }))
      },
    },
    {
      method: 'delete',
      path: `${USERS}/:userId`,
      handle: async (req, res) => {
        const given = { by: requestOrigin(req, res), account: accountOf(res).id, user: parameterOf(req, 'userId') }
        await changeAccountRole.execute({ ...given, role: null })
        res.status(204).end()
      },
    },
  ]
}
