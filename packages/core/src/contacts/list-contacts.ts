import type { Account } from '../accounts/account.js'
import { theGroup } from '../groups/read-group.js'
import type { ContactQuery } from '../ports/contact-store.js'
import type { UnitOfWork } from '../ports/unit-of-work.js'
import type { Page } from '../values/page.js'
import { viewsOf } from './contact-views.js'
import type { ContactView } from './contact.js'

export class ListContacts {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, query }: { account: Account; query: ContactQuery }): Promise<Page<ContactView>> {
    return this.deps.unitOfWork.run(async (stores) => {
      if (query.group !== null) await theGroup(stores, account.id, query.group)
      const page = await stores.contacts.list(account.id, query)
      return { ...page, results: await viewsOf(stores, account.id, page.results) }
    })
  }
}
