import type { Account } from '../../model/accounts/account.js'
import type { Group } from '../../model/groups/group.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { groupNotFound } from './read-group.js'

/** For operators, who speak of a group by its name. */
export class ReadGroupByName {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, name }: { account: Account; name: string }): Promise<Group> {
    return this.deps.unitOfWork.run(async ({ groups }) => {
      const group = (await groups.of(account.id)).find((candidate) => candidate.name === name)
      if (group === undefined) throw groupNotFound({ name })
      return group
    })
  }
}
