import type { Account } from '../accounts/account.js'
import { DomainError } from '../errors.js'
import { theGroup } from '../groups/find-groups.js'
import type { ContactQuery } from '../ports/contact-store.js'
import type { UnitOfWork } from '../ports/unit-of-work.js'
import type { ContactId } from '../values/ids.js'
import type { Page } from '../values/page.js'
import type { PhoneNumber } from '../values/phone-number.js'
import type { ContactView } from './contact.js'
import { theViewOf, viewsOf } from './contact-views.js'
import { visible, type CustomField } from './custom-field.js'

export class ReadContact {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, phone }: { account: Account; phone: PhoneNumber }): Promise<ContactView> {
    return this.deps.unitOfWork.run(async (stores) => {
      const contact = await stores.contacts.find(account.id, phone)
      if (contact === null) throw contactNotFound(phone)
      return theViewOf(stores, contact)
    })
  }
}

export class ListContacts {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, query }: { account: Account; query: ContactQuery }): Promise<Page<ContactView>> {
    return this.deps.unitOfWork.run(async (stores) => {
      if (query.group !== null) await theGroup(stores, account.id, query.group)
      const page = await stores.contacts.list(account.id, query)
      return { ...page, results: await viewsOf(stores, account.id, page.results) }
    })
  }
}

/** The whole book in steps, oldest first, for an export. */
export class ExportContacts {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async *execute({ account }: { account: Account }): AsyncGenerator<readonly ContactView[]> {
    for (let after: ContactId | null = null; ;) {
      const views = await this.slice(account, after)
      if (views.length === 0) return
      yield views
      after = views.at(-1)!.id
    }
  }

  private slice(account: Account, after: ContactId | null): Promise<readonly ContactView[]> {
    return this.deps.unitOfWork.run(async (stores) =>
      viewsOf(stores, account.id, await stores.contacts.after(account.id, after, EXPORT_SLICE)),
    )
  }
}

const EXPORT_SLICE = 1_000

/** The custom fields that clients may see and write. */
export class ReadCustomFields {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account }: { account: Account }): Promise<readonly CustomField[]> {
    return this.deps.unitOfWork.run(async ({ customFields }) => visible(await customFields.of(account.id)))
  }
}

export function contactNotFound(phone: PhoneNumber): DomainError {
  return new DomainError('contact-not-found', `No contact has the number ${phone}`)
}
