import type { Account } from '../../model/accounts/account.js'
import type { ContactView } from '../../model/contacts/contact.js'
import type { Condition } from '../../model/filters/condition.js'
import type { ContactTest } from '../../model/contacts/contact-test.js'
import type { Clock } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { ContactId } from '../../values/ids.js'
import { requestedTest } from '../filters/requested-test.js'
import { viewsOf } from './contact-views.js'

export type ExportContactsInput = { readonly account: Account; readonly filter?: Condition | null }

/** Exports the contact book, or what a filter finds of it, in steps, oldest first. */
export class ExportContacts {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  async *execute({ account, filter = null }: ExportContactsInput): AsyncGenerator<readonly ContactView[]> {
    const now = this.deps.clock.now()
    const test = await this.deps.unitOfWork.run((stores) => requestedTest(stores, account, { condition: filter, now }))
    for (let after: ContactId | null = null; ;) {
      const views = await this.step(account, after, test)
      if (views.length === 0) return
      yield views
      after = views.at(-1)!.id
    }
  }

  private step({ id }: Account, after: ContactId | null, test: ContactTest | null): Promise<readonly ContactView[]> {
    const limit = EXPORT_CONTACTS_MAX
    return this.deps.unitOfWork.run(async (stores) => {
      const { contacts } = stores
      const found = await (test === null
        ? contacts.after(id, after, limit)
        : contacts.passing(id, test, { after, limit }))
      return viewsOf(stores, id, found)
    })
  }
}

/** The maximum number of contacts in one step. */
const EXPORT_CONTACTS_MAX = 1_000
