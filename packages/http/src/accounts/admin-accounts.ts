import { oneOf, readDeclaration, type Account, type AppliedAccount, type UseCases } from '@carillon/core'
import type { Route } from '../api/route.js'
import { customFieldResponse } from '../contacts/custom-fields.js'
import { DECLARATION_SCHEMA } from '../declarations/declaration.js'
import { readObject } from '../input/body.js'
import { Parameter, readQuery } from '../input/query.js'

/** A declaration can contain lists of a thousand entries. */
const DECLARATION_LENGTH_MAX = 4 * 1024 * 1024

class ApplyQuery {
  @Parameter(oneOf(['true', 'false'])) prune?: string
  @Parameter(oneOf(['true', 'false'])) dryRun?: string
}

export function accountRoutes({
  applyAccount,
  planAccount,
  listAccounts,
}: Pick<UseCases, 'applyAccount' | 'planAccount' | 'listAccounts'>): Route[] {
  return [
    {
      method: 'post',
      path: '/apply',
      handle: async (req, res) => {
        const { prune, dryRun } = readQuery(req, ApplyQuery)
        const declaration = readDeclaration(
          await readObject(req, { lengthMax: DECLARATION_LENGTH_MAX }),
          DECLARATION_SCHEMA,
        )
        const input = { declaration, prune: prune === 'true' }
        if (dryRun === 'true') res.json(await planAccount.execute(input))
        else res.json(appliedResponse(await applyAccount.execute(input)))
      },
    },
    {
      method: 'get',
      path: '/accounts',
      handle: async (_req, res) => {
        const accounts = await listAccounts.execute()
        res.json({ results: accounts.map(accountResponse) })
      },
    },
  ]
}

function accountResponse({ id, name, timezone, capabilities, dailyMessageQuota, rateLimits, createdAt }: Account) {
  return { id, name, timezone, capabilities, dailyMessageQuota, rateLimits, createdAt }
}

function appliedResponse({ account, parts, changes }: AppliedAccount) {
  return {
    account: { id: account.id, name: account.name },
    apiKeys: parts.apiKeys.map(({ id }) => ({ id, secret: parts.newKeySecrets.get(id) })),
    numbers: parts.senders.map(({ number, status, mms, messagesPerSecond, carrier }) => ({
      number,
      status,
      mms,
      messagesPerSecond,
      carrier,
    })),
    pools: account.pools.map(({ id, name }) => ({ id, name })),
    groups: parts.groups.map(({ id, name }) => ({ id, name })),
    customFields: parts.customFields.map((field) => ({ ...customFieldResponse(field), status: field.status })),
    trackingLinks: parts.trackingLinks.map(({ link, target }) => ({ link, target })),
    webhooks: parts.webhooks.map(({ id, url }) => ({ id, url, secret: parts.newWebhookSecrets.get(url) })),
    changes,
  }
}
