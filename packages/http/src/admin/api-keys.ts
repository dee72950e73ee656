import { DomainError } from '@carillon/core'
import type { UseCases } from '@carillon/container'
import { readBody } from '../body.js'
import { MayBeAbsent, Text } from '../checks.js'
import { parameterOf } from '../path.js'
import type { Route } from '../route.js'
import { accountNameOf } from './accounts.js'
import { KEY_ID_RULE } from './declaration.js'

export class NewApiKeyFields {
  @MayBeAbsent() @Text(KEY_ID_RULE) id?: string
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
        const accountName = accountNameOf(req)
        const id = parameterOf(req, 'keyId')
        if (!KEY_ID_RULE.holds(id)) throw new DomainError('api-key-not-found', 'No API key can have this id')
        await revokeApiKey.execute({ accountName, id })
        res.status(204).end()
      },
    },
  ]
}
