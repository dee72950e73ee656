import { object, readValue, type TrackingLink, type UseCases } from '@carillon/core'
import type { Request, Response } from 'express'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { TRACKING_LINK_SCHEMA } from '../declarations/declaration.js'
import { readObject } from '../input/body.js'
import { conditionOf, etagOf } from '../input/etag.js'
import { parameterOf } from '../input/path.js'
import { filtersResponse, itemsResponse, schedulesResponse } from './used-by.js'

const LINKS = '/accounts/:account/tracking-links'
const LINK = `${LINKS}/:link`

export const LINK_CHANGES = object({ required: { target: TRACKING_LINK_SCHEMA.fields.target } })

type LinkUseCases = Pick<
  UseCases,
  'createTrackingLink' | 'changeTrackingLink' | 'removeTrackingLink' | 'readTrackingLinkUses'
>

export function linkSettingsRoutes({
  createTrackingLink,
  changeTrackingLink,
  removeTrackingLink,
  readTrackingLinkUses,
}: LinkUseCases): Route[] {
  return [
    {
      method: 'post',
      path: LINKS,
      handle: async (req, res) => {
        const fields = readValue(TRACKING_LINK_SCHEMA, await readObject(req))
        respond(res.status(201), await createTrackingLink.execute({ account: accountOf(res).id, fields }))
      },
    },
    {
      method: 'patch',
      path: LINK,
      handle: async (req, res) => {
        const isCurrent = conditionOf(req, res) ?? undefined
        const { target } = readValue(LINK_CHANGES, await readObject(req))
        respond(res, await changeTrackingLink.execute({ ...linkOf(req, res), target, isCurrent }))
      },
    },
    {
      method: 'delete',
      path: LINK,
      handle: async (req, res) => {
        await removeTrackingLink.execute(linkOf(req, res))
        res.status(204).end()
      },
    },
    {
      method: 'get',
      path: `${LINK}/used-by`,
      handle: async (req, res) => {
        const { sent, schedules, filters, templates } = await readTrackingLinkUses.execute(linkOf(req, res))
        res.json({
          sent,
          schedules: schedulesResponse(schedules),
          filters: filtersResponse(filters),
          templates: itemsResponse(templates),
        })
      },
    },
  ]
}

function linkOf(req: Request, res: Response) {
  return { account: accountOf(res).id, item: parameterOf(req, 'link') }
}

function respond(res: Response, { link, target, createdAt }: TrackingLink) {
  res.set('ETag', etagOf({ link, target })).json({ link, target, createdAt })
}
