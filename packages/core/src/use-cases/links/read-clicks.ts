import type { Account } from '../../model/accounts/account.js'
import type { BroadcastLink, LinkClicks, RecipientClicks } from '../../model/links/click.js'
import { isTrackingLink } from '../../model/links/tracking-link.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { MessageId } from '../../values/ids.js'
import type { Page, PageRequest } from '../../values/page.js'
import { requireBroadcast, type BroadcastName } from '../broadcasts/read-broadcast.js'
import { messageNotFound } from '../messages/read-message.js'

export type BroadcastClicksView = {
  readonly recipients: number
  readonly recipientsWhoClicked: number
  /** One entry for each link, including links that nobody followed. */
  readonly links: readonly BroadcastLink[]
}

/** Reads the clicks on the tracking links of a broadcast or batch. */
export class ReadBroadcastClicks {
  constructor(private readonly deps: { readonly unitOfWork: UnitOfWork }) {}

  execute(name: BroadcastName): Promise<BroadcastClicksView> {
    return this.deps.unitOfWork.run(async (stores) => {
      const broadcast = await requireBroadcast(stores, name)
      const { recipients, links } = await stores.clicks.ofBroadcast(broadcast)
      return { recipients: broadcast.total, recipientsWhoClicked: recipients, links }
    })
  }
}

export type ListBroadcastClickRecipientsInput = BroadcastName &
  PageRequest & {
    /** Lists only recipients who followed this link; no link matches invalid text. Null means any link. */
    readonly link: string | null
  }

/** Lists the recipients who followed tracking links of a broadcast or batch, by time of first click, newest first. */
export class ListBroadcastClickRecipients {
  constructor(private readonly deps: { readonly unitOfWork: UnitOfWork }) {}

  execute({ page, limit, link, ...name }: ListBroadcastClickRecipientsInput): Promise<Page<RecipientClicks>> {
    return this.deps.unitOfWork.run(async (stores) => {
      const broadcast = await requireBroadcast(stores, name)
      if (link !== null && !isTrackingLink(link)) return { page, limit, totalCount: 0, results: [] }
      return stores.clicks.recipientsOfBroadcast(broadcast, { page, limit, link })
    })
  }
}

/** Reads the clicks on the tracking links of one message. */
export class ReadClicks {
  constructor(private readonly deps: { readonly unitOfWork: UnitOfWork }) {}

  execute({ account, id }: { account: Account; id: MessageId }): Promise<readonly LinkClicks[]> {
    return this.deps.unitOfWork.run(async ({ messages, clicks }) => {
      if ((await messages.find(account.id, id)) === null) throw messageNotFound(id)
      return clicks.of(account.id, id)
    })
  }
}
