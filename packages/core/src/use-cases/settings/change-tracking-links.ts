import { isTrackingLink, type TrackingLink } from '../../model/links/tracking-link.js'
import {
  USES_LISTED,
  type UsingFilters,
  type UsingSchedules,
  type UsingTemplates,
} from '../../stores/item-use-store.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { AccountId } from '../../values/ids.js'
import type { TrackingLinkDeclaration } from '../declarations/declaration.js'
import { filtersWith } from '../filters/filters-with.js'
import {
  changeItem,
  createItem,
  removeItem,
  requireItem,
  type ChangeItemDeps,
  type ItemChange,
  type ItemKind,
} from './change-item.js'

const LINKS: ItemKind<'trackingLinks', TrackingLink> = {
  list: 'trackingLinks',
  noun: 'tracking link',
  stored: ({ trackingLinks }, account) => trackingLinks.of(account),
  partOf: ({ trackingLinks }) => trackingLinks,
  idOf: ({ link }) => link,
  itemOf: ({ link, target }) => ({ link, target }),
  keyOf: ({ link }) => link,
  async remove({ trackingLinks }, { account, link }) {
    await trackingLinks.remove(account, link)
    return null
  },
  notFound: () => new DomainError('tracking-link-not-found', 'This account does not have this tracking link'),
}

export class CreateTrackingLink {
  constructor(private readonly deps: ChangeItemDeps) {}

  execute({ account, fields }: NewTrackingLink): Promise<TrackingLink> {
    return createItem(LINKS, { account, item: fields }, this.deps)
  }
}

export type NewTrackingLink = { readonly account: AccountId; readonly fields: TrackingLinkDeclaration }

/** A new target also applies to the URLs that were sent before. */
export class ChangeTrackingLink {
  constructor(private readonly deps: ChangeItemDeps) {}

  execute(change: Omit<ItemChange<'trackingLinks'>, 'changes'> & { readonly target: string }): Promise<TrackingLink> {
    const { target, ...rest } = change
    return changeItem(LINKS, { ...rest, changes: { target } }, this.deps)
  }
}

/** The URLs that were sent before lead nowhere from then on. Their counts are kept. */
export class RemoveTrackingLink {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute(given: { readonly account: AccountId; readonly item: string }): Promise<void> {
    return removeItem(LINKS, given, this.deps)
  }
}

export class ReadTrackingLinkUses {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, item }: { readonly account: AccountId; readonly item: string }): Promise<UsedTrackingLink> {
    return this.deps.unitOfWork.run(async (stores) => {
      const { trackingLinks, itemUses, clicks } = stores
      if (!isTrackingLink(item)) throw LINKS.notFound(item)
      const link = requireItem(LINKS, await trackingLinks.of(account), item)
      return {
        link,
        sent: await clicks.sentOf(account, item),
        schedules: await itemUses.schedulesWith(account, item, USES_LISTED),
        filters: await filtersWith(stores, account, { kind: 'trackingLink', link: item }),
        templates: await itemUses.templatesWith(account, item, USES_LISTED),
      }
    })
  }
}

/** `sent`: the URLs that were sent. `schedules` and `templates`: those whose text has the link. */
export type UsedTrackingLink = {
  readonly link: TrackingLink
  readonly sent: number
  readonly schedules: UsingSchedules
  readonly filters: UsingFilters
  readonly templates: UsingTemplates
}
