import type { Account } from '../../model/accounts/account.js'
import type { Sender } from '../../model/senders/sender.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'

/** The numbers and short codes that the account sends from, oldest first. */
export class ListSenders {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account }: { readonly account: Account }): Promise<readonly Sender[]> {
    return this.deps.unitOfWork.run(({ senders }) => senders.of(account.id))
  }
}
