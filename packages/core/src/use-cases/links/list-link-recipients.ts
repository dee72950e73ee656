import type { RecipientClicks } from '../../model/links/click-totals.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { Page, PageRequest } from '../../values/page.js'
import { theLink, type LinkName } from './the-link.js'

/** Who has followed a link that was sent to them, the newest first click first. */
export class ListLinkRecipients {
  constructor(private readonly deps: { readonly unitOfWork: UnitOfWork }) {}

  execute({ page, limit, ...name }: LinkName & PageRequest): Promise<Page<RecipientClicks>> {
    return this.deps.unitOfWork.run(async (stores) => {
      await theLink(stores, name)
      return stores.clicks.recipientsOf(name.account.id, name.link, { page, limit })
    })
  }
}
