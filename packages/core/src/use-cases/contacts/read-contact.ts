import type { Account } from '../../model/accounts/account.js'
import type { ContactQuery } from '../../model/contacts/contact-store.js'
import { viewOf, type Contact, type ContactView } from '../../model/contacts/contact.js'
import { visible, type CustomField } from '../../model/contacts/custom-field.js'
import type { Condition } from '../../model/filters/condition.js'
import type { Clock } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { AccountId } from '../../values/ids.js'
import type { Page } from '../../values/page.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { requestedTest } from '../filters/requested-test.js'
import { requireGroup } from '../groups/read-group.js'
import { viewsOf } from './contact-views.js'

export class ReadContact {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, phone }: { account: Account; phone: PhoneNumber }): Promise<ContactView> {
    return this.deps.unitOfWork.run(async ({ contactViews }) => {
      const { contact, context } = (await contactViews.find(account.id, phone)) ?? notFound(phone)
      return viewOf(contact, context)
    })
  }
}

/** Like `requireContact`, but also locks the contact until the unit of work ends. */
export async function requireLockedContact(
  stores: Pick<Stores, 'contacts'>,
  account: AccountId,
  phone: PhoneNumber,
): Promise<Contact> {
  return (await lockContact(stores, account, phone)) ?? notFound(phone)
}

/** The contact of a number, if any, locked so that it is not erased before the unit of work ends. */
export async function lockContact(
  { contacts }: Pick<Stores, 'contacts'>,
  account: AccountId,
  phone: PhoneNumber,
): Promise<Contact | null> {
  return (await contacts.lock(account, [phone])).get(phone) ?? null
}

function notFound(phone: PhoneNumber): never {
  throw new DomainError('contact-not-found', `No contact has the number ${phone}`)
}

export type ListContactsInput = {
  readonly account: Account
  readonly query: Omit<ContactQuery, 'test'> & { readonly filter?: Condition | null }
}

export class ListContacts {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  execute({ account, query }: ListContactsInput): Promise<Page<ContactView>> {
    const { filter = null, ...others } = query
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      if (query.group !== null) await requireGroup(stores, account.id, query.group)
      const test = await requestedTest(stores, account, { condition: filter, now })
      const page = await stores.contacts.list(account.id, { ...others, test })
      return { ...page, results: await viewsOf(stores, account.id, page.results) }
    })
  }
}

/** The custom fields that clients may see and write. */
export class ReadCustomFields {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account }: { account: Account }): Promise<readonly CustomField[]> {
    return this.deps.unitOfWork.run(async ({ customFields }) => visible(await customFields.of(account.id)))
  }
}
