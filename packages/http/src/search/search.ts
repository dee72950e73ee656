import type { FoundInAccount, UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { readQuery, RequiredParameter, SEARCH } from '../input/query.js'

class SearchQuery {
  @RequiredParameter(SEARCH) q!: string
}

/** Finds a few of each kind of thing in an account. */
export function searchRoute({ searchAccount }: Pick<UseCases, 'searchAccount'>): Route {
  return {
    method: 'get',
    path: '/search',
    bucket: 'contactApiRead',
    handle: async (req, res) => {
      const { q } = readQuery(req, SearchQuery)
      res.json(foundResponse(await searchAccount.execute({ account: accountOf(res), text: q })))
    },
  }
}

/** `undefined` fields are omitted from the JSON. */
function foundResponse({ contacts, groups, broadcasts, schedules }: FoundInAccount) {
  return {
    contacts: contacts.map(({ id, phone, firstName, lastName }) => ({
      id,
      phoneNumber: phone,
      firstName: firstName ?? undefined,
      lastName: lastName ?? undefined,
    })),
    groups: groups.map(({ id, name }) => ({ id, name })),
    broadcasts: broadcasts.map(({ id, body, createdAt }) => ({ id, body: body ?? undefined, createdAt })),
    schedules: schedules.map(({ id, body, status }) => ({ id, body, status })),
  }
}
