import type { Account } from '../../model/accounts/account.js'
import type { GroupQuery } from '../../model/groups/group-store.js'
import type { Group } from '../../model/groups/group.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { Page } from '../../values/page.js'

export class ListGroups {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, query }: { account: Account; query: GroupQuery }): Promise<Page<Group>> {
    return this.deps.unitOfWork.run(({ groups }) => groups.list(account.id, query))
  }
}
