import type { AccountId, Message, PageRequest, PossibleOptOutStore } from '@carillon/core'
import { NEWEST_FIRST, pageOf } from '../tables/order.js'
import type { Tables } from '../tables/tables.js'

export class MemoryPossibleOptOutStore implements PossibleOptOutStore {
  constructor(private readonly tables: Pick<Tables, 'messages' | 'possibleOptOuts'>) {}

  async add({ account, id }: Pick<Message, 'account' | 'id'>) {
    this.tables.possibleOptOuts.put({ account, message: id })
  }

  async list(account: AccountId, page: PageRequest) {
    const listed = this.tables.possibleOptOuts.of(account)
    const messages = listed.map(({ message }) => this.tables.messages.get(account, message)!)
    return pageOf(messages.sort(NEWEST_FIRST), page)
  }
}
