import type { AddedMembers } from '../../model/contacts/contact-list-store.js'
import type { ContactList } from '../../model/contacts/contact-list.js'
import type { Clock } from '../../ports/clock.js'
import type { Ids } from '../../ports/ids.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { Range } from '../../values/field-rule.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { theAccount } from '../accounts/read-account.js'

export type SaveContactListInput = {
  readonly accountName: string
  /** Of the list. */
  readonly name: string
  /** As many as LISTED_RANGE allows; one that stands there twice counts once. */
  readonly phones: readonly PhoneNumber[]
}

/** How many numbers a request may name: a longer list is saved in several. */
export const LISTED_RANGE: Range = { min: 1, max: 10_000 }

/** The list as it is now, and what this request came to. */
export type SavedContactList = ContactList & AddedMembers

/**
 * Makes the list of this name, or extends it: nobody is ever taken off. A number that no contact has is told, and
 * makes no contact. Saving the same again changes nothing.
 */
export class SaveContactList {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids }) {}

  execute({ accountName, name, phones }: SaveContactListInput): Promise<SavedContactList> {
    const made = { id: this.deps.ids.next('lst'), name, createdAt: this.deps.clock.now() }
    const asked = [...new Set(phones)]
    return this.deps.unitOfWork.run(async (stores) => {
      const { id: account } = await theAccount(stores, accountName)
      const list = await stores.contactLists.put({ ...made, account })
      const { added, unknown } = await stores.contactLists.addMembers(account, list.id, asked)
      return { ...list, size: list.size + added, added, unknown }
    })
  }
}
