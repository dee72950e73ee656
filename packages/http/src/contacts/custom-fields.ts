import type { CustomField, UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'

export function customFieldRoutes({ readCustomFields }: Pick<UseCases, 'readCustomFields'>): Route[] {
  return [
    {
      method: 'get',
      path: '/contacts/custom-fields/schema',
      bucket: 'contactApiRead',
      handle: async (_req, res) => {
        const fields = await readCustomFields.execute({ account: accountOf(res) })
        res.json({ fields: fields.map(customFieldResponse) })
      },
    },
  ]
}

/** Only the two select types have options. */
export function customFieldResponse({ label, key, type, options }: CustomField) {
  return { label, key, type, ...(options.length === 0 ? {} : { options }) }
}
