import type { RecipientClicks } from '../../model/links/click-totals.js'
import { isTrackingLink } from '../../model/links/tracking-link.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { Page, PageRequest } from '../../values/page.js'
import { theBroadcast, type BroadcastName } from '../broadcasts/read-broadcast.js'

export type ListBroadcastClickRecipientsInput = BroadcastName &
  PageRequest & {
    /** Any text, for those who have followed this one; null for any. */
    readonly link: string | null
  }

/** Who has followed the tracking links of a broadcast or batch, the newest first click first. */
export class ListBroadcastClickRecipients {
  constructor(private readonly deps: { readonly unitOfWork: UnitOfWork }) {}

  execute({ page, limit, link, ...name }: ListBroadcastClickRecipientsInput): Promise<Page<RecipientClicks>> {
    return this.deps.unitOfWork.run(async (stores) => {
      const broadcast = await theBroadcast(stores, name)
      if (link !== null && !isTrackingLink(link)) return { page, limit, totalCount: 0, results: [] }
      return stores.clicks.recipientsOfBroadcast(broadcast, { page, limit, link })
    })
  }
}
