import type { Account } from '../../model/accounts/account.js'
import type { MessageQuery } from '../../model/messages/message-store.js'
import {
  messageDetails,
  messageView,
  withHoldAt,
  type MessageDetails,
  type MessageView,
} from '../../model/messages/message-view.js'
import type { Clock } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { MessageId } from '../../values/ids.js'
import type { Page } from '../../values/page.js'

export class ReadMessage {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  execute({ account, id }: { account: Account; id: MessageId }): Promise<MessageDetails> {
    return this.deps.unitOfWork.run(async ({ messages }) => {
      const message = await messages.find(account.id, id)
      if (message === null) throw messageNotFound(id)
      return messageDetails(withHoldAt(message, this.deps.clock.now()))
    })
  }
}

export function messageNotFound(id: MessageId): DomainError {
  return new DomainError('message-not-found', `No message of this account has the id ${id}`)
}

export class ListMessages {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  execute({ account, query }: { account: Account; query: MessageQuery }): Promise<Page<MessageView>> {
    return this.deps.unitOfWork.run(async ({ messages }) => {
      const { results, ...page } = await messages.list(account.id, query)
      const now = this.deps.clock.now()
      return { ...page, results: results.map((message) => messageView(withHoldAt(message, now))) }
    })
  }
}
