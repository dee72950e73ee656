import { object, readValue, type Sender, type UseCases } from '@carillon/core'
import type { Request, Response } from 'express'
import { accountOf, roleIn } from '../api/context.js'
import type { Route } from '../api/route.js'
import { NUMBER_SCHEMA } from '../declarations/declaration.js'
import { readObject } from '../input/body.js'
import { conditionOf, etagOf } from '../input/etag.js'
import { parameterOf } from '../input/path.js'
import { namesResponse, schedulesResponse } from './used-by.js'

const NUMBERS = '/accounts/:account/numbers'
const NUMBER = `${NUMBERS}/:number`

const { status, mms, messagesPerSecond, carrier } = NUMBER_SCHEMA.fields
export const NUMBER_CHANGES = object({ optional: { status, mms, messagesPerSecond, carrier } })

type NumberUseCases = Pick<UseCases, 'listSenders' | 'addSender' | 'changeSender' | 'removeSender' | 'readSenderUses'>

export function numberSettingsRoutes(useCases: NumberUseCases): Route[] {
  return [...allRoutes(useCases), ...singleRoutes(useCases)]
}

function allRoutes({ listSenders, addSender }: NumberUseCases): Route[] {
  return [
    {
      method: 'get',
      path: NUMBERS,
      handle: async (_req, res) => {
        const senders = await listSenders.execute({ account: accountOf(res) })
        res.json({ results: senders.map(numberResponse) })
      },
    },
    {
      method: 'post',
      path: NUMBERS,
      handle: async (req, res) => {
        const fields = readValue(NUMBER_SCHEMA, await readObject(req))
        respond(res.status(201), await addSender.execute({ account: accountOf(res).id, fields }))
      },
    },
  ]
}

function singleRoutes({ changeSender, removeSender, readSenderUses }: NumberUseCases): Route[] {
  return [
    {
      method: 'patch',
      path: NUMBER,
      handle: async (req, res) => {
        const isCurrent = conditionOf(req, res) ?? undefined
        const changes = readValue(NUMBER_CHANGES, await readObject(req))
        const byOwner = roleIn(res) === 'owner'
        respond(res, await changeSender.execute({ ...numberOf(req, res), changes, isCurrent, byOwner }))
      },
    },
    {
      method: 'delete',
      path: NUMBER,
      handle: async (req, res) => {
        await removeSender.execute(numberOf(req, res))
        res.status(204).end()
      },
    },
    {
      method: 'get',
      path: `${NUMBER}/used-by`,
      handle: async (req, res) => {
        const { groups, pools, schedules } = await readSenderUses.execute(numberOf(req, res))
        const named = { groups: namesResponse(groups), ...(pools.length > 0 && { pools: namesResponse(pools) }) }
        res.json({ ...named, schedules: schedulesResponse(schedules) })
      },
    },
  ]
}

function numberOf(req: Request, res: Response) {
  return { account: accountOf(res).id, item: parameterOf(req, 'number') }
}

function respond(res: Response, sender: Sender) {
  const response = numberResponse(sender)
  res.set('ETag', response.etag).json(response)
}

/** `etag`: also in a list, whose header can only have one. */
function numberResponse({ account: _, createdAt, ...item }: Sender) {
  return { ...item, createdAt, etag: etagOf(item) }
}
