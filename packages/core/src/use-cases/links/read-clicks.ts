import type { Account } from '../../model/accounts/account.js'
import type { LinkClicks } from '../../model/links/click.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { MessageId } from '../../values/ids.js'
import { messageNotFound } from '../messages/read-message.js'

/** Who followed the tracking links of one message. */
export class ReadClicks {
  constructor(private readonly deps: { readonly unitOfWork: UnitOfWork }) {}

  execute({ account, id }: { account: Account; id: MessageId }): Promise<readonly LinkClicks[]> {
    return this.deps.unitOfWork.run(async ({ messages, clicks }) => {
      if ((await messages.find(account.id, id)) === null) throw messageNotFound(id)
      return clicks.of(account.id, id)
    })
  }
}
