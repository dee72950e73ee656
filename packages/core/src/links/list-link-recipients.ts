import type { UnitOfWork } from '../ports/unit-of-work.js'
import type { Page, PageRequest } from '../values/page.js'
import type { RecipientClicks } from './click-totals.js'
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
