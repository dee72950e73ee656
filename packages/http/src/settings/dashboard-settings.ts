import { OWNER_SETTINGS, readValue, type AccountSettings, type UseCases } from '@carillon/core'
import type { Response } from 'express'
import { accountOf, roleIn } from '../api/context.js'
import type { Route } from '../api/route.js'
import { SETTINGS_SCHEMA } from '../declarations/declaration.js'
import { readObject } from '../input/body.js'
import { etagOf, requiredConditionOf } from '../input/etag.js'

const SETTINGS = '/accounts/:account/settings'

/** Blocked phrases and a consent text can be long. */
const SETTINGS_LENGTH_MAX = 1024 * 1024

export function settingsRoutes({
  readSettings,
  changeSettings,
}: Pick<UseCases, 'readSettings' | 'changeSettings'>): Route[] {
  return [
    {
      method: 'get',
      path: SETTINGS,
      handle: async (_req, res) => {
        respond(res, await readSettings.execute({ account: accountOf(res).id }))
      },
    },
    {
      method: 'patch',
      path: SETTINGS,
      handle: async (req, res) => {
        const isCurrent = requiredConditionOf(req, res)
        const changes = readValue(SETTINGS_SCHEMA, await readObject(req, { lengthMax: SETTINGS_LENGTH_MAX }))
        const byOwner = roleIn(res) === 'owner'
        respond(res, await changeSettings.execute({ account: accountOf(res).id, changes, isCurrent, byOwner }))
      },
    },
  ]
}

/** `ownerOnly`: the settings that this user may not change. */
function respond(res: Response, settings: AccountSettings) {
  res.set('ETag', etagOf(settings)).json({ settings, ownerOnly: roleIn(res) === 'owner' ? [] : OWNER_SETTINGS })
}
