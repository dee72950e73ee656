import { oneOf, type ListedMember, type UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { CursorQuery, cursorPageOf, cursorRequestOf } from '../input/cursor.js'
import { groupIdOf } from '../input/path.js'
import { Parameter, readQuery } from '../input/query.js'

const STATES = ['active', 'pending'] as const

class MemberListQuery extends CursorQuery {
  @Parameter(oneOf(STATES)) state?: (typeof STATES)[number] | ''
}

export function memberRoutes({ listMembers }: Pick<UseCases, 'listMembers'>): Route[] {
  return [
    {
      method: 'get',
      path: '/groups/:groupId/members',
      bucket: 'contactApiRead',
      handle: async (req, res) => {
        const { state, ...step } = readQuery(req, MemberListQuery)
        const group = groupIdOf(req)
        const request = { account: accountOf(res), group, state: state || null, ...cursorRequestOf(step) }
        res.json(cursorPageOf(await listMembers.execute(request), memberResponse))
      },
    },
  ]
}

/** `undefined` fields are omitted from the JSON. */
function memberResponse({ contact, phone, firstName, lastName, state, since, join }: ListedMember) {
  return {
    contactId: contact,
    phoneNumber: phone,
    firstName: firstName ?? undefined,
    lastName: lastName ?? undefined,
    state,
    since,
    join: join ?? undefined,
  }
}
