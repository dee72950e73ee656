import { templateNamedIn, type AccountId, type Draft, type DraftId, type DraftStore } from '@carillon/core'
import { by } from '../tables/order.js'
import type { Tables } from '../tables/tables.js'

export class MemoryDraftStore implements DraftStore {
  constructor(private readonly tables: Pick<Tables, 'drafts'>) {}

  async add(draft: Draft, max: number) {
    if (this.unsent(draft.account).length >= max) return false
    this.tables.drafts.put(draft)
    return true
  }

  async find(account: AccountId, id: DraftId) {
    return this.tables.drafts.get(account, id) ?? null
  }

  async lock(account: AccountId, id: DraftId) {
    return this.find(account, id)
  }

  async save(draft: Draft) {
    const { account, id } = draft
    const { createdBy, createdAt } = this.tables.drafts.get(account, id)!
    this.tables.drafts.put({ ...draft, createdBy, createdAt })
  }

  async remove(account: AccountId, id: DraftId) {
    const wasThere = this.tables.drafts.get(account, id) !== undefined
    this.tables.drafts.remove(account, id)
    return wasThere
  }

  async list(account: AccountId, limit: number) {
    return this.unsent(account)
      .sort(
        by(
          ({ updatedAt }) => updatedAt,
          ({ id }) => id,
        ),
      )
      .reverse()
      .slice(0, limit)
      .map(({ content: { body, numbers, form }, ...draft }) => ({
        ...draft,
        body,
        numberCount: numbers.length,
        template: templateNamedIn({ form }),
      }))
  }

  async trim(account: AccountId, until: { readonly changed: Date; readonly sent: Date }, limit: number) {
    const old = this.tables.drafts
      .of(account)
      .filter(({ updatedAt, sentAt }) => updatedAt <= until.changed || (sentAt !== null && sentAt <= until.sent))
      .slice(0, limit)
    for (const { id } of old) this.tables.drafts.remove(account, id)
    return old.length
  }

  private unsent(account: AccountId) {
    return this.tables.drafts.of(account).filter(({ sentAt }) => sentAt === null)
  }
}
