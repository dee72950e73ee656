import { broadcastView, type BroadcastView } from '../../model/broadcasts/broadcast-view.js'
import { isBroadcastId, type Broadcast } from '../../model/broadcasts/broadcast.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'

/** What an operator is told of a broadcast or batch, whosever it is. */
export type FoundBroadcast = {
  readonly account: { readonly id: string; readonly name: string }
  readonly broadcast: BroadcastView
  /** How fast its sender may send; null where it may as fast as it can, or is the account's no more. */
  readonly messagesPerSecond: number | null
}

/** One of whichever account, for an operator, who has but the id. */
export class FindAnyBroadcast {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ id }: { readonly id: string }): Promise<FoundBroadcast> {
    return this.deps.unitOfWork.run(async (stores) => {
      const broadcast = await anyBroadcast(stores, id)
      const { id: account, name } = (await stores.accounts.find(broadcast.account))!
      const sender = await stores.senders.find(account, broadcast.from)
      return {
        account: { id: account, name },
        broadcast: broadcastView(broadcast),
        messagesPerSecond: sender?.messagesPerSecond ?? null,
      }
    })
  }
}

async function anyBroadcast({ broadcasts }: Pick<Stores, 'broadcasts'>, id: string): Promise<Broadcast> {
  const account = isBroadcastId(id) ? await broadcasts.accountOf(id) : null
  const found = account === null ? null : await broadcasts.find(account, id as Broadcast['id'])
  if (found !== null) return found
  throw new DomainError('broadcast-not-found', 'No broadcast or batch has this id')
}
