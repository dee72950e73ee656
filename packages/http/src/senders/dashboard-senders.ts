import type { Sender, UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'

/** The numbers that a person can choose to send from. */
export function senderRoutes({ listSenders }: Pick<UseCases, 'listSenders'>): Route[] {
  return [
    {
      method: 'get',
      path: '/accounts/:account/senders',
      handle: async (_req, res) => {
        const senders = await listSenders.execute({ account: accountOf(res) })
        res.json({ results: senders.map(senderResponse) })
      },
    },
  ]
}

function senderResponse({ number, status, mms, messagesPerSecond }: Sender) {
  return { number, status, mms, messagesPerSecond: messagesPerSecond ?? undefined }
}
