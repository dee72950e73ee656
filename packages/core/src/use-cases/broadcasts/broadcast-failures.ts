import type { Account } from '../../model/accounts/account.js'
import { isBroadcastId, type Broadcast } from '../../model/broadcasts/broadcast.js'
import { positionOf } from '../../model/broadcasts/message-id-at.js'
import type { FailureCount } from '../../model/messages/message-store.js'
import { messageView, type MessageView } from '../../model/messages/message-view.js'
import type { FailureType } from '../../ports/sms-provider.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { invalidCursor } from '../../values/cursor.js'
import { DomainError } from '../../values/errors.js'
import { cursorPage, type CursorPage, type CursorRequest } from '../../values/page.js'

/** A broadcast or batch; the id is not validated. */
type Named = { readonly account: Account; readonly id: string }

/** Why messages of a broadcast or batch failed, and how many: the most frequent reason first. */
export class CountBroadcastFailures {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute(name: Named): Promise<readonly FailureCount[]> {
    return this.deps.unitOfWork.run(async (stores) => {
      const { account, id, total } = await requireEither(stores, name)
      return stores.messages.failuresOf(account, id, { from: 0, until: total })
    })
  }
}

/** The messages of a broadcast or batch that failed for one reason, by position. */
export class ListBroadcastFailures {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ type, cursor, limit, ...name }: ListFailuresInput): Promise<CursorPage<MessageView>> {
    return this.deps.unitOfWork.run(async (stores) => {
      const { account, id, total } = await requireEither(stores, name)
      const from = cursor === null ? 0 : positionIn(cursor)
      const query = { from, until: Math.max(from, total), status: null, failureType: type, offset: 0, limit: limit + 1 }
      const found = await stores.messages.ofBroadcast(account, id, query)
      const page = cursorPage(found, limit, (last) => String(positionOf(last.id) + 1))
      return { ...page, results: page.results.map(messageView) }
    })
  }
}

export type ListFailuresInput = Named & CursorRequest & { readonly type: FailureType }

async function requireEither({ broadcasts }: Pick<Stores, 'broadcasts'>, { account, id }: Named): Promise<Broadcast> {
  const found = isBroadcastId(id) ? await broadcasts.find(account.id, id) : null
  if (found !== null) return found
  throw new DomainError('broadcast-not-found', 'No broadcast or batch of this account has this id')
}

function positionIn(cursor: string): number {
  if (!/^\d{1,6}$/.test(cursor)) throw invalidCursor()
  return Number(cursor)
}
