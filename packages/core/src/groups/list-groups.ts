import type { Account } from '../accounts/account.js'
import type { GroupQuery } from '../ports/group-store.js'
import type { UnitOfWork } from '../ports/unit-of-work.js'
import type { Page } from '../values/page.js'
import type { Group } from './group.js'

export class ListGroups {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, query }: { account: Account; query: GroupQuery }): Promise<Page<Group>> {
    return this.deps.unitOfWork.run(({ groups }) => groups.list(account.id, query))
  }
}
