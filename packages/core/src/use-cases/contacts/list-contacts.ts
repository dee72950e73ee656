import type { Account } from '../../model/accounts/account.js'
import type { ContactQuery } from '../../model/contacts/contact-store.js'
import type { ContactView } from '../../model/contacts/contact.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { Page } from '../../values/page.js'
import { theGroup } from '../groups/read-group.js'
import { viewsOf } from './contact-views.js'

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
