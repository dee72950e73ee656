import { OPT_IN_MODES, type OptInMode, type UseCases } from '@carillon/core'
import { readBody } from './body.js'
import { MayBeAbsent, OneOf } from './checks.js'
import { contactResponse } from './contacts.js'
import { accountOf } from './context.js'
import { groupIdOf, phoneOf } from './path.js'
import type { Route } from './route.js'

export class JoinFields {
  @MayBeAbsent() @OneOf(OPT_IN_MODES) optInMode?: OptInMode
}

type MembershipUseCases = Pick<UseCases, 'joinGroup' | 'leaveGroup'>

export function membershipRoutes({ joinGroup, leaveGroup }: MembershipUseCases): Route[] {
  const path = '/contacts/by-phone/:phoneNumber/groups/:groupId'
  return [
    {
      method: 'post',
      path,
      bucket: 'contactApiWrite',
      handle: async (req, res) => {
        const { optInMode: mode = 'DIRECT' } = await readBody(req, JoinFields)
        const group = groupIdOf(req)
        const phone = phoneOf(req)
        res.json(contactResponse(await joinGroup.execute({ account: accountOf(res), phone, group, mode })))
      },
    },
    {
      method: 'delete',
      path,
      bucket: 'contactApiWrite',
      handle: async (req, res) => {
        const group = groupIdOf(req)
        const phone = phoneOf(req)
        res.json(contactResponse(await leaveGroup.execute({ account: accountOf(res), phone, group })))
      },
    },
  ]
}
