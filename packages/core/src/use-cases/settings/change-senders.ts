import type { Group } from '../../model/groups/group.js'
import { poolsNaming } from '../../model/senders/declared-pools.js'
import type { Pool } from '../../model/senders/pool.js'
import type { Sender } from '../../model/senders/sender.js'
import { USES_LISTED, type UsingSchedules } from '../../stores/item-use-store.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { AccountId } from '../../values/ids.js'
import type { SenderDeclaration } from '../declarations/declaration.js'
import {
  changeItem,
  createItem,
  removeItem,
  requireItem,
  type ChangeItemDeps,
  type ItemChange,
  type ItemKind,
} from './change-item.js'

const SENDERS: ItemKind<'numbers', Sender> = {
  list: 'numbers',
  noun: 'number',
  stored: ({ senders }, account) => senders.of(account),
  partOf: ({ senders }) => senders,
  idOf: ({ number }) => number,
  itemOf: ({ number, status, mms, messagesPerSecond, carrier }) => ({
    number,
    status,
    mms,
    messagesPerSecond,
    carrier,
  }),
  keyOf: ({ number }) => number,
  async remove(stores, sender, account) {
    const groups = namesOf(await groupsFrom(stores, sender))
    const pools = namesOf(poolsNaming(account.pools, sender.number))
    if (pools.length > 0) return { ...(groups.length > 0 && { groups }), pools }
    if (groups.length > 0) return { groups }
    await stores.senders.remove(sender.account, sender.number)
    return null
  },
  notFound: (number) => new DomainError('sender-not-found', `${number} is not a number of this account`),
}

/** The groups whose texts are sent from the number: a declaration would refuse them without it. */
async function groupsFrom({ groups }: Pick<Stores, 'groups'>, { account, number }: Sender): Promise<readonly Group[]> {
  return (await groups.of(account)).filter(({ sender }) => sender === number)
}

function namesOf(items: readonly { readonly id: string; readonly name: string }[]) {
  return items.map(({ id, name }) => ({ id, name }))
}

/** The number must exist at a carrier of the service. */
export class AddSender {
  constructor(private readonly deps: ChangeItemDeps) {}

  execute({ account, fields }: { readonly account: AccountId; readonly fields: SenderDeclaration }): Promise<Sender> {
    return createItem(SENDERS, { account, item: fields }, this.deps)
  }
}

export class ChangeSender {
  constructor(private readonly deps: ChangeItemDeps) {}

  /** `byOwner`: only an owner of the service chooses the carrier of a number. */
  execute({ byOwner, ...change }: ItemChange<'numbers'> & { readonly byOwner: boolean }): Promise<Sender> {
    const { isCurrent = () => true, changes } = change
    return changeItem(
      SENDERS,
      {
        ...change,
        isCurrent(item) {
          if (!isCurrent(item)) return false
          if (!byOwner && changes.carrier !== undefined && changes.carrier !== item.carrier) throw carrierOfOwners()
          return true
        },
      },
      this.deps,
    )
  }
}

function carrierOfOwners(): DomainError {
  const message = 'can only be changed by an owner of the service'
  return new DomainError('owner-required', `carrier ${message}`, { fields: [{ field: 'carrier', message }] })
}

/** Schedules that send from the number fail from then on. */
export class RemoveSender {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute(given: { readonly account: AccountId; readonly item: string }): Promise<void> {
    return removeItem(SENDERS, given, this.deps)
  }
}

export class ReadSenderUses {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, item }: { readonly account: AccountId; readonly item: string }): Promise<UsedSender> {
    return this.deps.unitOfWork.run(async (stores) => {
      const sender = requireItem(SENDERS, await stores.senders.of(account), item)
      return {
        sender,
        groups: await groupsFrom(stores, sender),
        pools: poolsNaming((await stores.accounts.find(account))!.pools, item),
        schedules: await stores.itemUses.schedulesFrom(account, item, USES_LISTED),
      }
    })
  }
}

export type UsedSender = {
  readonly sender: Sender
  readonly groups: readonly Group[]
  /** Those that name it. */
  readonly pools: readonly Pool[]
  readonly schedules: UsingSchedules
}
