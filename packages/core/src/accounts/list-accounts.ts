import type { UnitOfWork } from '../ports/unit-of-work.js'
import type { Account } from './account.js'

export class ListAccounts {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute(): Promise<readonly Account[]> {
    return this.deps.unitOfWork.run(({ accounts }) => accounts.list())
  }
}
