import type { Account } from '../../model/accounts/account.js'
import type { Contact, ContactView } from '../../model/contacts/contact.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { theViewOf } from './contact-views.js'

export class ReadContact {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, phone }: { account: Account; phone: PhoneNumber }): Promise<ContactView> {
    return this.deps.unitOfWork.run(async (stores) => theViewOf(stores, await theContact(stores, account.id, phone)))
  }
}

async function theContact(
  { contacts }: Pick<Stores, 'contacts'>,
  account: AccountId,
  phone: PhoneNumber,
): Promise<Contact> {
  return (await contacts.find(account, phone)) ?? notFound(phone)
}

/** The same, held until the unit of work ends. */
export async function theHeldContact(
  stores: Pick<Stores, 'contacts'>,
  account: AccountId,
  phone: PhoneNumber,
): Promise<Contact> {
  return (await holdContact(stores, account, phone)) ?? notFound(phone)
}

/** The contact of a number, if there is one: it is not erased before the unit of work ends. */
export async function holdContact(
  { contacts }: Pick<Stores, 'contacts'>,
  account: AccountId,
  phone: PhoneNumber,
): Promise<Contact | null> {
  return (await contacts.lock(account, [phone])).get(phone) ?? null
}

function notFound(phone: PhoneNumber): never {
  throw new DomainError('contact-not-found', `No contact has the number ${phone}`)
}
