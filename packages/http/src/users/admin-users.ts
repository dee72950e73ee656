import { NEW_USER_SCHEMA, readValue, USER_PATCH_SCHEMA, type UseCases } from '@carillon/core'
import type { Request } from 'express'
import type { Route } from '../api/route.js'
import { readObject } from '../input/body.js'
import { CursorQuery, cursorPageOf, cursorRequestOf } from '../input/cursor.js'
import { parameterOf } from '../input/path.js'
import { readQuery } from '../input/query.js'
import { requestOrigin } from './request-origin.js'
import { invitedResponse, userResponse } from './user-response.js'

export type UserUseCases = Pick<UseCases, 'listUsers' | 'inviteUser' | 'readUser' | 'changeUser' | 'resetPassword'>

/**
 * The people who may use the dashboard, for operators and for owners. A user is addressed by id or by e-mail address.
 */
export function userRoutes({ listUsers, inviteUser, readUser, changeUser, resetPassword }: UserUseCases): Route[] {
  const userOf = (req: Request) => parameterOf(req, 'userId')
  return [
    {
      method: 'get',
      path: '/users',
      handle: async (req, res) => {
        const step = cursorRequestOf(readQuery(req, CursorQuery))
        res.json(cursorPageOf(await listUsers.execute(step), userResponse))
      },
    },
    {
      method: 'post',
      path: '/users',
      handle: async (req, res) => {
        const { roles = [], ...fields } = readValue(NEW_USER_SCHEMA, await readObject(req))
        res
          .status(201)
          .json(invitedResponse(await inviteUser.execute({ by: requestOrigin(req, res), roles, ...fields })))
      },
    },
    {
      method: 'get',
      path: '/users/:userId',
      handle: async (req, res) => {
        res.json(userResponse(await readUser.execute({ user: userOf(req) })))
      },
    },
    {
      method: 'patch',
      path: '/users/:userId',
      handle: async (req, res) => {
        const patch = readValue(USER_PATCH_SCHEMA, await readObject(req))
        res.json(userResponse(await changeUser.execute({ by: requestOrigin(req, res), user: userOf(req), patch })))
      },
    },
    {
      method: 'post',
      path: '/users/:userId/reset',
      handle: async (req, res) => {
        res.json(invitedResponse(await resetPassword.execute({ by: requestOrigin(req, res), user: userOf(req) })))
      },
    },
  ]
}
