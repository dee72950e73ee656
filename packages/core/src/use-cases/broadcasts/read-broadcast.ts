import type { Account } from '../../model/accounts/account.js'
import { broadcastView, type BroadcastView } from '../../model/broadcasts/broadcast-view.js'
import { isBroadcastId, kindOf, type Broadcast, type BroadcastKind } from '../../model/broadcasts/broadcast.js'
import { poolNumbersOf, rateOfPool } from '../../model/senders/pool-numbers.js'
import { estimatedPartsOf } from '../../model/senders/rate-counts.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'

/** A broadcast or batch of an account, as a client names it in a request. */
export type BroadcastName = {
  readonly account: Account
  readonly kind: BroadcastKind
  /** Not validated: may be any text. */
  readonly id: string
}

export class ReadBroadcast {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute(name: BroadcastName): Promise<BroadcastView> {
    return this.deps.unitOfWork.run(async (stores) => broadcastView(await requireBroadcast(stores, name)))
  }
}

export async function requireBroadcast(
  { broadcasts }: Pick<Stores, 'broadcasts'>,
  { account, kind, id }: BroadcastName,
): Promise<Broadcast> {
  const found = isBroadcastId(id) && kindOf(id) === kind ? await broadcasts.find(account.id, id) : null
  if (found !== null) return found
  throw new DomainError('broadcast-not-found', `No ${kind} of this account has this id`)
}

/** A broadcast or batch of any account, as an operator sees it. */
export type FoundBroadcast = {
  readonly account: { readonly id: string; readonly name: string }
  readonly broadcast: BroadcastView
  /**
   * The rate of the broadcast's sender, or of the active numbers of its pool together; null if one of them has no rate, or if
   * the account has none of them any more.
   */
  readonly messagesPerSecond: number | null
  /** About how many parts of the rate each message takes. Null if the rate counts messages, or this is not known. */
  readonly partsPerMessage: number | null
}

/** Finds a broadcast or batch of any account, for an operator who knows only the id. */
export class FindAnyBroadcast {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ id }: { readonly id: string }): Promise<FoundBroadcast> {
    return this.deps.unitOfWork.run(async (stores) => {
      const broadcast = await anyBroadcast(stores, id)
      const { id: account, name, rateCounts } = (await stores.accounts.find(broadcast.account))!
      const messagesPerSecond = await rateOf(stores, broadcast)
      return {
        account: { id: account, name },
        broadcast: broadcastView(broadcast),
        messagesPerSecond,
        partsPerMessage: messagesPerSecond !== null && rateCounts === 'parts' ? estimatedPartsOf(broadcast) : null,
      }
    })
  }
}

async function rateOf(
  { senders }: Pick<Stores, 'senders'>,
  { account, from, pool }: Broadcast,
): Promise<number | null> {
  if (pool === null) return (await senders.find(account, from))?.messagesPerSecond ?? null
  return rateOfPool(poolNumbersOf(pool.numbers, await senders.of(account)))
}

async function anyBroadcast({ broadcasts }: Pick<Stores, 'broadcasts'>, id: string): Promise<Broadcast> {
  const account = isBroadcastId(id) ? await broadcasts.accountOf(id) : null
  const found = account === null ? null : await broadcasts.find(account, id as Broadcast['id'])
  if (found !== null) return found
  throw new DomainError('broadcast-not-found', 'No broadcast or batch has this id')
}
