import type { Account } from '../../model/accounts/account.js'
import { applyPatch, type ContactPatch } from '../../model/contacts/contact-patch.js'
import type { ContactView } from '../../model/contacts/contact.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { requireView } from './contact-views.js'
import { requireLockedContact } from './read-contact.js'

export type UpdateContactInput = {
  readonly account: Account
  readonly phone: PhoneNumber
  readonly patch: ContactPatch
}

/** Applies a JSON Merge Patch to the profile of a contact. Never changes memberships. */
export class UpdateContact {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, phone, patch }: UpdateContactInput): Promise<ContactView> {
    return this.deps.unitOfWork.run(async (stores) => {
      const fields = patch.customFields ? await stores.customFields.lockShared(account.id) : []
      const patched = applyPatch(await requireLockedContact(stores, account.id, phone), patch, fields)
      await stores.contacts.save([patched])
      return requireView(stores, patched)
    })
  }
}
