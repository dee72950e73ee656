import type { Stores, UnitOfWork } from '../ports/unit-of-work.js'
import { DomainError } from '../values/errors.js'
import { broadcastView, type BroadcastView } from './broadcast-answer.js'
import { isBroadcastId, type Broadcast } from './broadcast.js'

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
