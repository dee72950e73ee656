import type { Account } from '../../model/accounts/account.js'
import type { ContactList } from '../../model/contacts/contact-list.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import { isContactListId, type ContactListId } from '../../values/ids.js'

/** For operators, who speak of a list by its id or by its name. */
export class ReadContactList {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, list: named }: { account: Account; list: string }): Promise<ContactList> {
    return this.deps.unitOfWork.run(async ({ contactLists }) => {
      const byId = isContactListId(named) ? await contactLists.find(account.id, named) : null
      const list = byId ?? (await contactLists.findByName(account.id, named))
      if (list === null) throw contactListNotFound({ named })
      return list
    })
  }
}

/** By what it was looked for; an operator's word for it may be its id or its name. */
export function contactListNotFound(by: { readonly id: ContactListId } | { readonly named: string }): DomainError {
  const which = 'id' in by ? `has the id ${by.id}` : `has the id or the name ${JSON.stringify(by.named)}`
  return new DomainError('contact-list-not-found', `No contact list of this account ${which}`)
}
