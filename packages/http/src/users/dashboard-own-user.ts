import { isTimeZone, parseTimeZone, type UseCases } from '@carillon/core'
import { signedInOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { readBody } from '../input/body.js'
import { ClearableText, MayBeAbsent, Nested, Text } from '../input/checks.js'
import { parameterOf } from '../input/path.js'
import { ANY_TEXT } from '../input/shape.js'
import { requirePrivate } from '../sessions/cookie.js'
import { startSession } from '../sessions/dashboard-session.js'
import { addressOf } from '../sessions/signed-in.js'
import { requestOrigin } from './request-origin.js'
import { sessionResponse } from './session-response.js'

const TIME_ZONE = { holds: isTimeZone, expected: 'must be an IANA time zone, such as Europe/Paris' }

export class OwnPasswordFields {
  @Text(ANY_TEXT) current!: string
  @Text(ANY_TEXT) new!: string
}

export class OwnUserFields {
  @MayBeAbsent() @Text(ANY_TEXT) name?: string
  @MayBeAbsent() @ClearableText(TIME_ZONE) timezone?: string | null
  @MayBeAbsent() @Nested(OwnPasswordFields) password?: OwnPasswordFields
}

type OwnUserUseCases = Pick<UseCases, 'changeOwnUser' | 'listSessions' | 'revokeSession'>

/** What people change about themselves. */
export function ownUserRoutes({ changeOwnUser, listSessions, revokeSession }: OwnUserUseCases): Route[] {
  return [
    {
      method: 'patch',
      path: '/user',
      handle: async (req, res) => {
        requirePrivate(req)
        const { timezone: zone, ...fields } = await readBody(req, OwnUserFields)
        const timezone = zone === undefined ? undefined : zone ? parseTimeZone(zone) : null
        const { user, session } = signedInOf(res)
        const patch = { ...fields, timezone }
        const changed = await changeOwnUser.execute({ user, session, address: addressOf(req), patch })
        if (changed.renewed !== null) startSession(req, res, changed.renewed)
        const { id, name, email, isOwner } = changed.user
        res.json({ id, name, email, isOwner, timezone: changed.user.timezone ?? undefined })
      },
    },
    {
      method: 'get',
      path: '/sessions',
      handle: async (_req, res) => {
        const { user, session } = signedInOf(res)
        const sessions = await listSessions.execute({ user: user.id })
        res.json({ results: sessions.map((one) => sessionResponse(one, session.id)) })
      },
    },
    {
      method: 'delete',
      path: '/sessions/:session',
      handle: async (req, res) => {
        const { id } = signedInOf(res).user
        await revokeSession.execute({ by: requestOrigin(req, res), user: id, session: parameterOf(req, 'session') })
        res.status(204).end()
      },
    },
  ]
}
