import type { AuditEntry, AuditQuery } from '../../model/users/audit-entry.js'
import type { User } from '../../model/users/user.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { joinedCursor, placeIn } from '../../values/cursor.js'
import { isId, type AuditEntryId, type UserId } from '../../values/ids.js'
import { cursorPage, type CursorPage, type CursorRequest } from '../../values/page.js'

export type ListAuditInput = CursorRequest & Pick<AuditQuery, 'account' | 'user' | 'action' | 'from' | 'to'>

/** The user with the current name and e-mail address, or the command. */
export type ListedActor = Pick<User, 'id' | 'name' | 'email'> | { readonly command: string }

export type ListedAuditEntry = Omit<AuditEntry, 'actor'> & { readonly actor: ListedActor }

/** Who has changed what, newest first. */
export class ListAudit {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute({ cursor, limit, ...filters }: ListAuditInput): Promise<CursorPage<ListedAuditEntry>> {
    const query = { ...filters, after: cursor === null ? null : placeIn(cursor, isAuditId), limit: limit + 1 }
    return this.deps.unitOfWork.run(async (stores) => {
      const { results, nextCursor } = cursorPage(await stores.auditLog.list(query), limit, ({ at, id }) =>
        joinedCursor(at, id),
      )
      const actors = await actorsOf(stores, results)
      return { results: results.map((entry) => ({ ...entry, actor: listedActor(entry, actors) })), nextCursor }
    })
  }
}

async function actorsOf({ users }: Stores, entries: readonly AuditEntry[]): Promise<ReadonlyMap<UserId, User>> {
  const ids = new Set(entries.flatMap(({ actor }) => ('user' in actor ? [actor.user] : [])))
  const found = new Map<UserId, User>()
  for (const id of ids) {
    const user = await users.find(id)
    if (user !== null) found.set(id, user)
  }
  return found
}

function listedActor({ actor }: AuditEntry, actors: ReadonlyMap<UserId, User>): ListedActor {
  if ('command' in actor) return actor
  const { name = '', email = '' } = actors.get(actor.user) ?? {}
  return { id: actor.user, name, email }
}

function isAuditId(text: string): text is AuditEntryId {
  return isId('aud', text)
}
