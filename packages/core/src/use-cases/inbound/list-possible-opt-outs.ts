import type { Message } from '../../model/messages/message.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { Page, PageRequest } from '../../values/page.js'
import { requireAccount } from '../accounts/read-account.js'

/** For operators: the texts that no rule takes as STOP, and that may ask to opt out. */
export class ListPossibleOptOuts {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ accountName, page }: { accountName: string; page: PageRequest }): Promise<Page<Message>> {
    return this.deps.unitOfWork.run(async (stores) =>
      stores.possibleOptOuts.list((await requireAccount(stores, accountName)).id, page),
    )
  }
}
