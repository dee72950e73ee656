import type { Account } from '../../model/accounts/account.js'
import { listedBroadcast, type ListedBroadcast } from '../../model/broadcasts/broadcast-view.js'
import { isBroadcastId, type Broadcast, type ShownStatus } from '../../model/broadcasts/broadcast.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { joinedCursor, placeIn } from '../../values/cursor.js'
import { cursorPage, type CursorPage, type CursorRequest } from '../../values/page.js'

export type ListBroadcastsInput = CursorRequest & {
  readonly account: Account
  /** Null lists all. */
  readonly status: ShownStatus | null
}

/** Broadcasts and batches of the account, newest first. */
export class ListBroadcasts {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute({ account, status, cursor, limit }: ListBroadcastsInput): Promise<CursorPage<ListedBroadcast>> {
    const after = cursor === null ? null : placeOf(cursor)
    const found = await this.deps.unitOfWork.run(({ broadcasts }) =>
      broadcasts.list(account.id, { status, after, limit: limit + 1 }),
    )
    const { results, nextCursor } = cursorPage(found, limit, ({ createdAt, id }) => joinedCursor(createdAt, id))
    return { results: results.map(listedBroadcast), nextCursor }
  }
}

function placeOf(cursor: string): Pick<Broadcast, 'createdAt' | 'id'> {
  const { at, id } = placeIn(cursor, isBroadcastId)
  return { createdAt: at, id }
}
