import type { Account } from '../../model/accounts/account.js'
import type { GroupJoin } from '../../model/consent/consent-log.js'
import type { Member, MemberQuery } from '../../model/groups/membership.js'
import type { Secrets } from '../../ports/secrets.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { invalidCursor } from '../../values/cursor.js'
import { isId, type GroupId } from '../../values/ids.js'
import { cursorPage, type CursorPage, type CursorRequest } from '../../values/page.js'
import { requireGroup } from './read-group.js'

export type ListMembersInput = CursorRequest & {
  readonly account: Account
  readonly group: GroupId
  readonly state: MemberQuery['state']
}

/** `join`: null if the consent log has no such entry. */
export type ListedMember = Member & { readonly join: GroupJoin | null }

/** The members of a group: since when they have been in it, and how they came to it. */
export class ListMembers {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; secrets: Secrets }) {}

  async execute({ account, group, state, cursor, limit }: ListMembersInput): Promise<CursorPage<ListedMember>> {
    if (cursor !== null && !isId('con', cursor)) throw invalidCursor()
    const { secrets } = this.deps
    return this.deps.unitOfWork.run(async ({ groups, memberships, consentLog }) => {
      await requireGroup({ groups }, account.id, group)
      const query = { group, state, after: cursor, limit: limit + 1 }
      const { results, nextCursor } = cursorPage(
        await memberships.members(account.id, query),
        limit,
        ({ contact }) => contact,
      )
      const subjects = results.map(({ phone }) => secrets.pseudonymOf(account.id, phone))
      const joins = await consentLog.joins(account.id, group, subjects)
      return { results: results.map((member, i) => ({ ...member, join: joins.get(subjects[i]!) ?? null })), nextCursor }
    })
  }
}
