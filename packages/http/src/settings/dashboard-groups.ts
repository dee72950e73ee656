import { groupItemOf, object, readValue, type Group, type UseCases } from '@carillon/core'
import type { Response } from 'express'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { GROUP_SCHEMA } from '../declarations/declaration.js'
import { readObject } from '../input/body.js'
import { conditionOf, etagOf } from '../input/etag.js'
import { groupIdOf } from '../input/path.js'
import { itemsResponse, schedulesResponse } from './used-by.js'

const GROUPS = '/accounts/:account/groups'
const GROUP = `${GROUPS}/:groupId`

export const GROUP_CHANGES = object({ optional: GROUP_SCHEMA.fields })

type GroupUseCases = Pick<UseCases, 'createGroup' | 'changeGroup' | 'retireGroup' | 'readGroup' | 'readGroupUses'>

/** The changes of groups that a declaration makes, one at a time. */
export function groupSettingsRoutes(useCases: GroupUseCases): Route[] {
  return [...changeRoutes(useCases), ...readRoutes(useCases)]
}

function changeRoutes({ createGroup, changeGroup, retireGroup }: GroupUseCases): Route[] {
  return [
    {
      method: 'post',
      path: GROUPS,
      handle: async (req, res) => {
        const fields = readValue(GROUP_SCHEMA, await readObject(req))
        respond(res.status(201), await createGroup.execute({ account: accountOf(res).id, fields }))
      },
    },
    {
      method: 'patch',
      path: GROUP,
      handle: async (req, res) => {
        const isCurrent = conditionOf(req, res) ?? undefined
        const changes = readValue(GROUP_CHANGES, await readObject(req))
        const change = { account: accountOf(res).id, item: groupIdOf(req), changes, isCurrent }
        respond(res, await changeGroup.execute(change))
      },
    },
    {
      method: 'delete',
      path: GROUP,
      handle: async (req, res) => {
        await retireGroup.execute({ account: accountOf(res).id, item: groupIdOf(req) })
        res.status(204).end()
      },
    },
  ]
}

function readRoutes({ readGroup, readGroupUses }: GroupUseCases): Route[] {
  return [
    {
      method: 'get',
      path: `${GROUP}/settings`,
      handle: async (req, res) => {
        respond(res, await readGroup.execute({ account: accountOf(res), id: groupIdOf(req) }))
      },
    },
    {
      method: 'get',
      path: `${GROUP}/used-by`,
      handle: async (req, res) => {
        const { uses, segments, settings } = await readGroupUses.execute({
          account: accountOf(res).id,
          item: groupIdOf(req),
        })
        res.json({
          members: uses.members,
          schedules: schedulesResponse(uses.schedules),
          segments: itemsResponse(segments),
          ...settings,
        })
      },
    },
  ]
}

/** The ETag does not depend on the number of contacts, which changes all the time. */
function respond(res: Response, group: Group) {
  const item = groupItemOf(group)
  const { id, contactCount, createdAt } = group
  res.set('ETag', etagOf(item)).json({ id, ...item, contactCount, createdAt })
}
