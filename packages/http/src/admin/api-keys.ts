import { API_KEY_ID, type UseCases } from '@carillon/core'
import { readBody } from '../body.js'
import { MayBeAbsent, Text } from '../checks.js'
import { accountNameOf, parameterOf } from '../path.js'
import type { Route } from '../route.js'

export class NewApiKeyFields {
  @MayBeAbsent() @Text(API_KEY_ID) id?: string
}

export function apiKeyRoutes({ createApiKey, revokeApiKey }: Pick<UseCases, 'createApiKey' | 'revokeApiKey'>): Route[] {
  return [
    {
      method: 'post',
      path: '/accounts/:name/keys',
      handle: async (req, res) => {
        const { id } = await readBody(req, NewApiKeyFields)
        res.status(201).json(await createApiKey.execute({ accountName: accountNameOf(req), id }))
      },
    },
    {
      method: 'delete',
      path: '/accounts/:name/keys/:keyId',
      handle: async (req, res) => {
        await revokeApiKey.execute({ accountName: accountNameOf(req), id: parameterOf(req, 'keyId') })
        res.status(204).end()
      },
    },
  ]
}
