import type { Account } from '../../model/accounts/account.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'

export class ListAccounts {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute(): Promise<readonly Account[]> {
    return this.deps.unitOfWork.run(({ accounts }) => accounts.list())
  }
}
