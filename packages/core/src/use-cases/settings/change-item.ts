import type { Account } from '../../model/accounts/account.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { isEqual } from '../../values/collections.js'
import { DomainError, type ErrorDetails } from '../../values/errors.js'
import type { AccountId } from '../../values/ids.js'
import { accountNotFound } from '../accounts/read-account.js'
import type { ApplyAccountDeps } from '../declarations/apply-account.js'
import { applyItem, type ItemList, type ItemOf } from '../declarations/apply-item.js'
import type { AccountParts } from '../declarations/apply-parts.js'
import { DECLARATION_RANGES } from '../declarations/declaration-rules.js'

export type ChangeItemDeps = ApplyAccountDeps

/** How the items of one list are stored, and how a declaration describes them. */
export type ItemKind<L extends ItemList, Stored> = {
  readonly list: L
  /** For messages, such as `group`. */
  readonly noun: string
  readonly stored: (stores: Stores, account: AccountId) => Promise<readonly Stored[]>
  readonly partOf: (parts: AccountParts) => readonly Stored[]
  /** What a request names the item by; never changes. */
  readonly idOf: (stored: Stored) => string
  /** The item as a declaration has it: declaring it changes nothing. */
  readonly itemOf: (stored: Stored) => ItemOf<L>
  /** What a declaration identifies the item by. */
  readonly keyOf: (item: ItemOf<L>) => string
  /** Absent if the key is also the id. */
  readonly rename?: (stores: Stores, stored: Stored, key: string, account: Account) => Promise<void>
  /** Returns what still uses the item, and then removes nothing. */
  readonly remove: (stores: Stores, stored: Stored, account: Account) => Promise<ErrorDetails | null>
  readonly notFound: (id: string) => DomainError
}

export type IsCurrent<Item> = (item: Item) => boolean

/** Adds an item by the rules of a declaration that lists it. */
export function createItem<L extends ItemList, S>(
  kind: ItemKind<L, S>,
  { account: id, item }: { readonly account: AccountId; readonly item: ItemOf<L> },
  deps: ChangeItemDeps,
): Promise<S> {
  // Stays set if the unit of work runs again: the first run may have been committed.
  let created: S | null = null
  return changing(deps, id, async (stores, account) => {
    const stored = await kind.stored(stores, id)
    const existing = stored.find((one) => kind.keyOf(kind.itemOf(one)) === kind.keyOf(item))
    if (existing !== undefined) {
      if (created !== null && isEqual(existing, created)) return existing
      throw nameTaken(kind.noun, kind.keyOf(item))
    }
    refuseTooMany(kind.noun, stored.length, DECLARATION_RANGES[kind.list].max)
    const parts = await applyItem(stores, { account, list: kind.list, item }, deps)
    return (created = itemWith(kind, kind.keyOf(item), parts))
  })
}

/** Changes an item by the rules of a declaration: what the change omits stays. */
export function changeItem<L extends ItemList, S>(
  kind: ItemKind<L, S>,
  { account: id, item: itemId, changes, isCurrent = () => true }: ItemChange<L>,
  deps: ChangeItemDeps,
): Promise<S> {
  let changed: S | null = null
  return changing(deps, id, async (stores, account) => {
    const stored = await kind.stored(stores, id)
    const before = requireItem(kind, stored, itemId)
    if (changed !== null && isEqual(before, changed)) return before
    const declared = kind.itemOf(before)
    if (!isCurrent(declared)) throw itemChanged(kind.noun, declared)
    const item = { ...declared, ...changes }
    const key = kind.keyOf(item)
    if (key !== kind.keyOf(declared)) {
      if (stored.some((other) => kind.keyOf(kind.itemOf(other)) === key)) throw nameTaken(kind.noun, key)
      await kind.rename?.(stores, before, key, account)
    }
    return (changed = itemWith(kind, key, await applyItem(stores, { account, list: kind.list, item }, deps)))
  })
}

export type ItemChange<L extends ItemList> = {
  readonly account: AccountId
  /** Not validated: may be any text. */
  readonly item: string
  readonly changes: Partial<ItemOf<L>>
  /** Whether the stored item is the one that the change was made for. Default: any is. */
  readonly isCurrent?: IsCurrent<ItemOf<L>> | undefined
}

/** Removes an item, unless something that prevents it still uses the item. */
export function removeItem<L extends ItemList, S>(
  kind: ItemKind<L, S>,
  { account: id, item }: { readonly account: AccountId; readonly item: string },
  deps: Pick<ChangeItemDeps, 'unitOfWork'>,
): Promise<void> {
  let removed = false
  return changing(deps, id, async (stores, account) => {
    const found = (await kind.stored(stores, id)).find((one) => kind.idOf(one) === item)
    if (found === undefined && removed) return
    if (found === undefined) throw kind.notFound(item)
    const usedBy = await kind.remove(stores, found, account)
    if (usedBy !== null) {
      throw new DomainError('item-in-use', `The ${kind.noun} is still in use, so it cannot be removed`, { usedBy })
    }
    removed = true
  })
}

/** Locks the account, so that single changes and `apply` run one after the other. */
export function changing<T>(
  { unitOfWork }: Pick<ChangeItemDeps, 'unitOfWork'>,
  id: AccountId,
  work: (stores: Stores, account: Account) => Promise<T>,
): Promise<T> {
  return unitOfWork.run(async (stores) => {
    const account = await stores.accounts.lock(id)
    if (account === null) throw accountNotFound(id)
    return work(stores, account)
  })
}

export function requireItem<L extends ItemList, S>(kind: ItemKind<L, S>, stored: readonly S[], id: string): S {
  const found = stored.find((one) => kind.idOf(one) === id)
  if (found === undefined) throw kind.notFound(id)
  return found
}

function itemWith<L extends ItemList, S>(kind: ItemKind<L, S>, key: string, parts: AccountParts): S {
  return kind.partOf(parts).find((one) => kind.keyOf(kind.itemOf(one)) === key)!
}

export function nameTaken(noun: string, name: string): DomainError {
  return new DomainError('name-taken', `The account already has the ${noun} ${JSON.stringify(name)}`)
}

export function refuseTooMany(noun: string, count: number, limit: number): void {
  if (count < limit) return
  throw new DomainError('too-many-items', `The account has ${count} items of the kind ${noun}: the limit is ${limit}`, {
    limit,
  })
}

function itemChanged(noun: string, current: object): DomainError {
  const message = `The ${noun} has changed since it was read: read it again, and repeat the change`
  return new DomainError('state-changed', message, { current })
}
