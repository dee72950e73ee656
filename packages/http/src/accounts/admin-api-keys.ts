import { API_KEY_ID, type UseCases } from '@carillon/core'
import type { Route } from '../api/route.js'
import { readBody } from '../input/body.js'
import { MayBeAbsent, Text } from '../input/checks.js'
import { accountNameOf, parameterOf } from '../input/path.js'

export class NewApiKeyFields {
  @MayBeAbsent() @Text(API_KEY_ID) id?: string
}

type ApiKeyUseCases = Pick<UseCases, 'createApiKey' | 'listApiKeys' | 'revokeApiKey'>

export function apiKeyRoutes({ createApiKey, listApiKeys, revokeApiKey }: ApiKeyUseCases): Route[] {
  return [
    {
      method: 'get',
      path: '/accounts/:name/keys',
      handle: async (req, res) => {
        res.json({ results: await listApiKeys.execute({ accountName: accountNameOf(req) }) })
      },
    },
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
