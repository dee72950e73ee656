import type { Account } from '../../model/accounts/account.js'
import type { MessageQuery } from '../../model/messages/message-store.js'
import { messageAnswer, type MessageAnswer } from '../../model/messages/message-view.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { Page } from '../../values/page.js'

export class ListMessages {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, query }: { account: Account; query: MessageQuery }): Promise<Page<MessageAnswer>> {
    return this.deps.unitOfWork.run(async ({ messages }) => {
      const { results, ...page } = await messages.list(account.id, query)
      return { ...page, results: results.map(messageAnswer) }
    })
  }
}
