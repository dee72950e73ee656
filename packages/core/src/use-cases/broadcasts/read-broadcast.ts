import type { Account } from '../../model/accounts/account.js'
import { broadcastView, type BroadcastView } from '../../model/broadcasts/broadcast-view.js'
import { isBroadcastId, kindOf, type Broadcast, type BroadcastKind } from '../../model/broadcasts/broadcast.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'

/** One of an account, as a client names it. */
export type BroadcastName = {
  readonly account: Account
  readonly kind: BroadcastKind
  /** Any text. */
  readonly id: string
}

export class ReadBroadcast {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute(name: BroadcastName): Promise<BroadcastView> {
    return this.deps.unitOfWork.run(async (stores) => broadcastView(await theBroadcast(stores, name)))
  }
}

export async function theBroadcast(
  { broadcasts }: Pick<Stores, 'broadcasts'>,
  { account, kind, id }: BroadcastName,
): Promise<Broadcast> {
  const found = isBroadcastId(id) && kindOf(id) === kind ? await broadcasts.find(account.id, id) : null
  if (found !== null) return found
  throw new DomainError('broadcast-not-found', `No ${kind} of this account has this id`)
}
