import type { PendingMember, UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { CursorQuery, cursorPageOf, cursorRequestOf } from '../input/cursor.js'
import { readQuery } from '../input/query.js'

/** Who has not confirmed yet, and what the opt-in forms have said. */
export function consentOverviewRoutes(useCases: Pick<UseCases, 'listPending' | 'listFormTexts'>): Route[] {
  const { listPending, listFormTexts } = useCases
  return [
    {
      method: 'get',
      path: '/accounts/:account/consent/pending',
      handle: async (req, res) => {
        const request = { account: accountOf(res), ...cursorRequestOf(readQuery(req, CursorQuery)) }
        res.json(cursorPageOf(await listPending.execute(request), pendingResponse))
      },
    },
    {
      method: 'get',
      path: '/accounts/:account/consent/form-texts',
      handle: async (_req, res) => {
        res.json({ results: await listFormTexts.execute({ account: accountOf(res) }) })
      },
    },
  ]
}

/** `undefined` fields are omitted from the JSON. */
function pendingResponse({ contact, phone, firstName, lastName, group, groupName, since }: PendingMember) {
  return {
    contactId: contact,
    phoneNumber: phone,
    firstName: firstName ?? undefined,
    lastName: lastName ?? undefined,
    group: { id: group, name: groupName },
    since,
  }
}
