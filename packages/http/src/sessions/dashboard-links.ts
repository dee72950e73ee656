import type { UseCases } from '@carillon/core'
import type { Route } from '../api/route.js'
import { readBody } from '../input/body.js'
import { MayBeAbsent, Text } from '../input/checks.js'
import { ANY_TEXT } from '../input/shape.js'
import { requirePrivate } from './cookie.js'
import { clientOf, sessionResponse, startSession } from './dashboard-session.js'

export class LinkFields {
  @Text(ANY_TEXT) token!: string
}

export class AcceptLinkFields {
  @Text(ANY_TEXT) token!: string
  @MayBeAbsent() @Text(ANY_TEXT) name?: string
  @MayBeAbsent() @Text(ANY_TEXT) email?: string
  @Text(ANY_TEXT) password!: string
}

type LinkUseCases = Pick<UseCases, 'readLink' | 'acceptLink' | 'readSessionView'>

/** The one-time links that set a password. Their token is in the body, because paths are logged by proxies. */
export function linkRoutes({ readLink, acceptLink, readSessionView }: LinkUseCases): Route[] {
  return [
    {
      method: 'post',
      path: '/links/read',
      handle: async (req, res) => {
        const { purpose, email, name, expiresAt } = await readLink.execute(await readBody(req, LinkFields))
        res.json({ purpose, email: email ?? undefined, name: name ?? undefined, expiresAt })
      },
    },
    {
      method: 'post',
      path: '/links/accept',
      handle: async (req, res) => {
        requirePrivate(req)
        const signedIn = await acceptLink.execute({ ...(await readBody(req, AcceptLinkFields)), ...clientOf(req) })
        startSession(req, res, signedIn)
        res.status(201).json(sessionResponse(await readSessionView.execute(signedIn)))
      },
    },
  ]
}
