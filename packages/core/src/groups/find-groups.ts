import type { Account } from '../accounts/account.js'
import { DomainError } from '../errors.js'
import type { GroupQuery } from '../ports/group-store.js'
import type { Stores, UnitOfWork } from '../ports/unit-of-work.js'
import type { AccountId, GroupId } from '../values/ids.js'
import type { Page } from '../values/page.js'
import type { Group } from './group.js'

export class ListGroups {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, query }: { account: Account; query: GroupQuery }): Promise<Page<Group>> {
    return this.deps.unitOfWork.run(({ groups }) => groups.list(account.id, query))
  }
}

export class ReadGroup {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, id }: { account: Account; id: GroupId }): Promise<Group> {
    return this.deps.unitOfWork.run((stores) => theGroup(stores, account.id, id))
  }
}

/** For operators, who speak of a group by its name. */
export class ReadGroupByName {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, name }: { account: Account; name: string }): Promise<Group> {
    return this.deps.unitOfWork.run(async ({ groups }) => {
      const group = (await groups.of(account.id)).find((candidate) => candidate.name === name)
      if (group === undefined) {
        throw new DomainError('group-not-found', `No group of this account is named ${JSON.stringify(name)}`)
      }
      return group
    })
  }
}

export async function theGroup({ groups }: Pick<Stores, 'groups'>, account: AccountId, id: GroupId): Promise<Group> {
  const group = (await groups.find(account, [id])).get(id)
  if (group === undefined) throw new DomainError('group-not-found', `No group of this account has the id ${id}`)
  return group
}
