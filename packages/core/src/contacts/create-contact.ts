import type { Account } from '../accounts/account.js'
import { recallForNewcomer } from '../consent/suppression.js'
import { DomainError } from '../errors.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { Secrets } from '../ports/secrets.js'
import type { UnitOfWork } from '../ports/unit-of-work.js'
import type { ContactId } from '../values/ids.js'
import type { PhoneNumber } from '../values/phone-number.js'
import { applyPatch, type ContactPatch } from './contact-patch.js'
import type { Contact, ContactView } from './contact.js'
import type { CustomValues } from './custom-field.js'
import { theViewOf } from './contact-views.js'

export type CreateContactInput = {
  readonly account: Account
  readonly phone: PhoneNumber
  readonly fields: ContactPatch
}

/**
 * Creation starts no consent flow: the contact cannot be texted until it joins a group. One that opted out before it was
 * erased has opted out.
 */
export class CreateContact {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids; secrets: Secrets }) {}

  execute({ account, phone, fields }: CreateContactInput): Promise<ContactView> {
    const id = this.deps.ids.next('con')
    const createdAt = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const blank = blankContact({ id, account: account.id, phone, createdAt })
      const custom = fields.customFields ? await stores.customFields.hold(account.id) : []
      const contact = applyPatch(blank, fields, custom)
      const taken = await stores.contacts.add([contact])
      if (taken.size > 0) throw new DomainError('contact-exists', `A contact with the number ${phone} exists already`)
      await recallForNewcomer(stores, this.deps, contact)
      return theViewOf(stores, contact)
    })
  }
}

export function blankContact(identity: Identity): Contact {
  const { id, account, phone, createdAt } = identity
  return { id, account, phone, createdAt, isFavorite: false, customValues: NO_VALUES, tz: null }
}

/** One for all, so that thousands of contacts can be told at a glance to have none. */
const NO_VALUES: CustomValues = {}

type Identity = Pick<Contact, 'account' | 'phone' | 'createdAt'> & { readonly id: ContactId }
