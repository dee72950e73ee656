import type { Account } from '../../model/accounts/account.js'
import type { ContactView } from '../../model/contacts/contact.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { ContactId } from '../../values/ids.js'
import { viewsOf } from './contact-views.js'

/** Exports the whole contact book in steps, oldest first. */
export class ExportContacts {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async *execute({ account }: { account: Account }): AsyncGenerator<readonly ContactView[]> {
    for (let after: ContactId | null = null; ;) {
      const views = await this.step(account, after)
      if (views.length === 0) return
      yield views
      after = views.at(-1)!.id
    }
  }

  private step(account: Account, after: ContactId | null): Promise<readonly ContactView[]> {
    return this.deps.unitOfWork.run(async (stores) =>
      viewsOf(stores, account.id, await stores.contacts.after(account.id, after, EXPORT_CONTACTS_MAX)),
    )
  }
}

/** The maximum number of contacts in one step. */
const EXPORT_CONTACTS_MAX = 1_000
