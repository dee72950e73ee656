import type { Account } from '../../model/accounts/account.js'
import type { Group } from '../../model/groups/group.js'
import type { Member, PendingQuery } from '../../model/groups/membership.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { invalidCursor, splitCursor } from '../../values/cursor.js'
import { isId } from '../../values/ids.js'
import { cursorPage, type CursorPage, type CursorRequest } from '../../values/page.js'

export type ListPendingInput = CursorRequest & { readonly account: Account }

export type PendingMember = Member & { readonly groupName: Group['name'] }

/** Who was asked to confirm that they join a group, and has not answered yet. */
export class ListPending {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute({ account, cursor, limit }: ListPendingInput): Promise<CursorPage<PendingMember>> {
    const after = cursor === null ? null : placeOf(cursor)
    return this.deps.unitOfWork.run(async ({ memberships, groups }) => {
      const found = await memberships.pending(account.id, { after, limit: limit + 1 })
      const { results, nextCursor } = cursorPage(found, limit, cursorOf)
      const named = await groups.find(account.id, [...new Set(results.map(({ group }) => group))])
      return { results: results.map((one) => ({ ...one, groupName: named.get(one.group)?.name ?? '' })), nextCursor }
    })
  }
}

function cursorOf({ since, contact, group }: Member): string {
  return `${since.toISOString()} ${contact}.${group}`
}

function placeOf(cursor: string): PendingQuery['after'] {
  const { at, id } = splitCursor(cursor)
  const [contact, group] = id.split('.')
  if (!isId('con', contact ?? '') || !isId('grp', group ?? '')) throw invalidCursor()
  return { since: at, contact, group } as PendingQuery['after']
}
