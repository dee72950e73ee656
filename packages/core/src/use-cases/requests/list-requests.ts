import type { LoggedRequest } from '../../model/requests/request-log.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { joinedCursor, splitCursor } from '../../values/cursor.js'
import { cursorPage, type CursorPage, type CursorRequest } from '../../values/page.js'
import { requireAccount } from '../accounts/read-account.js'

export type ListRequestsInput = CursorRequest & { readonly accountName: string; readonly failed: boolean }

/** What the clients of an account have requested in the last days, newest first. */
export class ListRequests {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute({ accountName, failed, cursor, limit }: ListRequestsInput): Promise<CursorPage<LoggedRequest>> {
    const after = cursor === null ? null : splitCursor(cursor)
    const found = await this.deps.unitOfWork.run(async (stores) => {
      const { id } = await requireAccount(stores, accountName)
      return stores.requestLog.list(id, { failed, after, limit: limit + 1 })
    })
    return cursorPage(found, limit, ({ at, id }) => joinedCursor(at, id))
  }
}
