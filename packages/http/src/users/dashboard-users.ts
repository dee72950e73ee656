import type { UseCases } from '@carillon/core'
import { signedInOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { parameterOf } from '../input/path.js'
import { userRoutes, type UserUseCases } from './admin-users.js'
import { requestOrigin } from './request-origin.js'
import { sessionResponse } from './session-response.js'

type SessionUseCases = Pick<UseCases, 'listSessions' | 'revokeSession' | 'revokeSessions'>

/** The users of the service, for owners: as in the admin API, and with their sessions. */
export function ownerUserRoutes(useCases: UserUseCases & SessionUseCases): Route[] {
  return [
    ...userRoutes(useCases),
    {
      method: 'get',
      path: '/users/:userId/sessions',
      handle: async (req, res) => {
        const sessions = await useCases.listSessions.execute({ user: parameterOf(req, 'userId') })
        res.json({ results: sessions.map((session) => sessionResponse(session, signedInOf(res).session.id)) })
      },
    },
    {
      method: 'delete',
      path: '/users/:userId/sessions',
      handle: async (req, res) => {
        await useCases.revokeSessions.execute({ by: requestOrigin(req, res), user: parameterOf(req, 'userId') })
        res.status(204).end()
      },
    },
    {
      method: 'delete',
      path: '/users/:userId/sessions/:session',
      handle: async (req, res) => {
        const named = { user: parameterOf(req, 'userId'), session: parameterOf(req, 'session') }
        await useCases.revokeSession.execute({ by: requestOrigin(req, res), ...named })
        res.status(204).end()
      },
    },
  ]
}
