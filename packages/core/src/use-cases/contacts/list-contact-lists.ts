import type { ContactList } from '../../model/contacts/contact-list.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { Page, PageRequest } from '../../values/page.js'
import { theAccount } from '../accounts/read-account.js'

export class ListContactLists {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ accountName, page }: { accountName: string; page: PageRequest }): Promise<Page<ContactList>> {
    return this.deps.unitOfWork.run(async (stores) =>
      stores.contactLists.list((await theAccount(stores, accountName)).id, page),
    )
  }
}
