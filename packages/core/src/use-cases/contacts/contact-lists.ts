import type { Account } from '../../model/accounts/account.js'
import type { AddedMembers, ContactList } from '../../model/contacts/contact-list.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { Range } from '../../values/field-rule.js'
import { isContactListId, type ContactListId } from '../../values/ids.js'
import type { Page, PageRequest } from '../../values/page.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { requireAccount } from '../accounts/read-account.js'

export type SaveContactListInput = {
  readonly accountName: string
  readonly name: string
  /** As many as LISTED_RANGE allows; duplicates are added only once. */
  readonly phones: readonly PhoneNumber[]
}

/** The minimum and maximum number of phone numbers in a request: a longer list takes several requests. */
export const LISTED_RANGE: Range = { min: 1, max: 10_000 }

/** The updated list, and the result of this request. */
export type SavedContactList = ContactList & AddedMembers

/**
 * Creates or extends the list with this name; no member is ever removed. A number without a contact is reported and
 * creates no contact. Saving the same numbers again changes nothing.
 */
export class SaveContactList {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids }) {}

  execute({ accountName, name, phones }: SaveContactListInput): Promise<SavedContactList> {
    const made = { id: this.deps.ids.next('lst'), name, createdAt: this.deps.clock.now() }
    const distinct = [...new Set(phones)]
    return this.deps.unitOfWork.run(async (stores) => {
      const { id: account } = await requireAccount(stores, accountName)
      const list = await stores.contactLists.put({ ...made, account })
      const { added, unknown } = await stores.contactLists.addMembers(account, list.id, distinct)
      return { ...list, size: list.size + added, added, unknown }
    })
  }
}

/** For operators, who refer to a list by its id or its name. */
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

/** `named` is an operator's input, which may be the id or the name. */
export function contactListNotFound(by: { readonly id: ContactListId } | { readonly named: string }): DomainError {
  const which = 'id' in by ? `has the id ${by.id}` : `has the id or the name ${JSON.stringify(by.named)}`
  return new DomainError('contact-list-not-found', `No contact list of this account ${which}`)
}

export class ListContactLists {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ accountName, page }: { accountName: string; page: PageRequest }): Promise<Page<ContactList>> {
    return this.deps.unitOfWork.run(async (stores) =>
      stores.contactLists.list((await requireAccount(stores, accountName)).id, page),
    )
  }
}
