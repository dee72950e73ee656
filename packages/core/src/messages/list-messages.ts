import type { Account } from '../accounts/account.js'
import type { MessageQuery } from '../ports/message-store.js'
import type { UnitOfWork } from '../ports/unit-of-work.js'
import type { Page } from '../values/page.js'
import { messageAnswer, type MessageAnswer } from './message-answer.js'

export class ListMessages {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, query }: { account: Account; query: MessageQuery }): Promise<Page<MessageAnswer>> {
    return this.deps.unitOfWork.run(async ({ messages }) => {
      const { results, ...page } = await messages.list(account.id, query)
      return { ...page, results: results.map(messageAnswer) }
    })
  }
}
