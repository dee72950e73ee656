import type { Account } from '../accounts/account.js'
import type { UnitOfWork } from '../ports/unit-of-work.js'
import type { PhoneNumber } from '../values/phone/phone-number.js'
import { applyPatch, type ContactPatch } from './contact-patch.js'
import { theViewOf } from './contact-views.js'
import type { ContactView } from './contact.js'
import { theHeldContact } from './read-contact.js'

export type UpdateContactInput = {
  readonly account: Account
  readonly phone: PhoneNumber
  readonly patch: ContactPatch
}

/** JSON Merge Patch on the profile; memberships are never touched. */
export class UpdateContact {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, phone, patch }: UpdateContactInput): Promise<ContactView> {
    return this.deps.unitOfWork.run(async (stores) => {
      const fields = patch.customFields ? await stores.customFields.hold(account.id) : []
      const patched = applyPatch(await theHeldContact(stores, account.id, phone), patch, fields)
      await stores.contacts.save([patched])
      return theViewOf(stores, patched)
    })
  }
}
