import type { Account } from '../../model/accounts/account.js'
import type { GroupQuery } from '../../model/groups/group-store.js'
import type { Group } from '../../model/groups/group.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { AccountId, GroupId } from '../../values/ids.js'
import type { Page } from '../../values/page.js'

export class ReadGroup {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, id }: { account: Account; id: GroupId }): Promise<Group> {
    return this.deps.unitOfWork.run((stores) => requireGroup(stores, account.id, id))
  }
}

export async function requireGroup(
  { groups }: Pick<Stores, 'groups'>,
  account: AccountId,
  id: GroupId,
): Promise<Group> {
  const group = (await groups.find(account, [id])).get(id)
  if (group === undefined) throw groupNotFound({ id })
  return group
}

/** `by`: the id or name that was not found. */
export function groupNotFound(by: { readonly id: GroupId } | { readonly name: string }): DomainError {
  const which = 'id' in by ? `has the id ${by.id}` : `is named ${JSON.stringify(by.name)}`
  return new DomainError('group-not-found', `No group of this account ${which}`)
}

/** For operators, who identify a group by its name. */
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

export class ListGroups {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, query }: { account: Account; query: GroupQuery }): Promise<Page<Group>> {
    return this.deps.unitOfWork.run(({ groups }) => groups.list(account.id, query))
  }
}
