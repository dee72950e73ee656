import type { Group, UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { tagResponse } from '../contacts/contacts.js'
import { groupIdOf } from '../input/path.js'
import { PageQuery, pageRequestOf, Parameter, readQuery, SEARCH } from '../input/query.js'

class GroupListQuery extends PageQuery {
  @Parameter(SEARCH) name?: string
}

export function groupRoutes({ listGroups, readGroup }: Pick<UseCases, 'listGroups' | 'readGroup'>): Route[] {
  return [
    {
      method: 'get',
      path: '/groups',
      bucket: 'contactApiRead',
      handle: async (req, res) => {
        const { name, ...page } = readQuery(req, GroupListQuery)
        const query = { ...pageRequestOf(page), name: name || null }
        const groups = await listGroups.execute({ account: accountOf(res), query })
        res.json({ ...groups, results: groups.results.map(groupResponse) })
      },
    },
    {
      method: 'get',
      path: '/groups/:groupId',
      bucket: 'contactApiRead',
      handle: async (req, res) => {
        res.json(groupResponse(await readGroup.execute({ account: accountOf(res), id: groupIdOf(req) })))
      },
    },
  ]
}

function groupResponse({ id, name, isDefault, optInType, contactCount, tags, createdAt }: Group) {
  return { id, name, isDefault, optInType, contactCount, tags: tags.map(tagResponse), createdAt }
}
