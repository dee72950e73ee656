import type { Account } from '../../model/accounts/account.js'
import type { Contact, ContactView } from '../../model/contacts/contact.js'
import type { ContactKey, ContactsStep, ContactStore } from '../../model/contacts/contact-store.js'
import type { Condition } from '../../model/filters/condition.js'
import type { ContactTest } from '../../model/contacts/contact-test.js'
import type { Clock } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { AccountId, ContactId } from '../../values/ids.js'
import { requestedTest } from '../filters/requested-test.js'
import { viewsOf } from './contact-views.js'

export type ExportContactsInput = { readonly account: Account; readonly filter?: Condition | null }

/** Exports the contact book, or what a filter finds of it, in steps, oldest first. */
export class ExportContacts {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  async *execute({ account, filter = null }: ExportContactsInput): AsyncGenerator<readonly ContactView[]> {
    const now = this.deps.clock.now()
    const test = await this.deps.unitOfWork.run((stores) => requestedTest(stores, account, { condition: filter, now }))
    yield* test === null ? this.all(account.id) : this.passing(account.id, test)
  }

  private async *all(account: AccountId): AsyncGenerator<readonly ContactView[]> {
    for (let after: ContactId | null = null; ;) {
      const views = await this.viewsOf(account, ({ contacts }) => contacts.after(account, after, EXPORT_CONTACTS_MAX))
      if (views.length === 0) return
      yield views
      after = views.at(-1)!.id
    }
  }

  /** Finds the contacts of many steps at once, because finding some of them can take as long as finding all. */
  private async *passing(account: AccountId, test: ContactTest): AsyncGenerator<readonly ContactView[]> {
    for (let after: ContactId | null = null; ;) {
      const step: ContactsStep = { after, limit: FOUND_AT_ONCE }
      const found: readonly ContactKey[] = await this.deps.unitOfWork.run(({ contacts }) =>
        contacts.passing(account, test, step),
      )
      for (let from = 0; from < found.length; from += EXPORT_CONTACTS_MAX) {
        const some = found.slice(from, from + EXPORT_CONTACTS_MAX)
        const views = await this.viewsOf(account, ({ contacts }) => stillThere(contacts, account, some))
        if (views.length > 0) yield views
      }
      if (found.length < FOUND_AT_ONCE) return
      after = found.at(-1)!.id
    }
  }

  private viewsOf(account: AccountId, read: (stores: Stores) => Promise<readonly Contact[]>) {
    return this.deps.unitOfWork.run(async (stores) => viewsOf(stores, account, await read(stores)))
  }
}

/** The maximum number of contacts in one step, and of those whose ids and numbers are in memory. */
const EXPORT_CONTACTS_MAX = 1_000
const FOUND_AT_ONCE = 50_000

/** The contacts as they are now, without those that were erased since they were found. */
async function stillThere(
  contacts: ContactStore,
  account: AccountId,
  found: readonly ContactKey[],
): Promise<readonly Contact[]> {
  const byPhone = await contacts.findAll(
    account,
    found.map(({ phone }) => phone),
  )
  return found.flatMap(({ id, phone }) => {
    const contact = byPhone.get(phone)
    return contact?.id === id ? [contact] : []
  })
}
