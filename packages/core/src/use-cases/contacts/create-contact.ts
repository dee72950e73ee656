import type { Account } from '../../model/accounts/account.js'
import { applyPatch, type ContactPatch } from '../../model/contacts/contact-patch.js'
import { blankContact, type ContactView } from '../../model/contacts/contact.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { restoreSuppressedOfNew } from '../opt-outs/suppression.js'
import { requireView } from './contact-views.js'

export type CreateContactInput = {
  readonly account: Account
  readonly phone: PhoneNumber
  readonly fields: ContactPatch
}

/**
 * Creation starts no consent flow: the contact cannot be texted until it joins a group. A number that opted
 * out before its erasure is still opted out.
 */
export class CreateContact {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids; secrets: Secrets }) {}

  execute({ account, phone, fields }: CreateContactInput): Promise<ContactView> {
    const id = this.deps.ids.next('con')
    const createdAt = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const blank = blankContact({ id, account: account.id, phone, createdAt })
      const custom = fields.customFields ? await stores.customFields.lockShared(account.id) : []
      const contact = applyPatch(blank, fields, custom)
      const taken = await stores.contacts.add([contact])
      if (taken.size > 0) throw new DomainError('contact-exists', `A contact with the number ${phone} already exists`)
      await restoreSuppressedOfNew(stores, this.deps, contact)
      return requireView(stores, contact)
    })
  }
}
