import { OPT_IN_MODES, type OptInMode, type UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { contactResponse } from '../contacts/contacts.js'
import { readBody } from '../input/body.js'
import { MayBeAbsent, OneOf } from '../input/checks.js'
import { groupIdOf, phoneOf } from '../input/path.js'

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
