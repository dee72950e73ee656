import type { DeadJob } from '../../model/jobs/job.js'
import type { AccountFigures } from '../../model/service/service-store.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { joinedCursor, splitCursor } from '../../values/cursor.js'
import { cursorPage, type CursorPage, type CursorRequest } from '../../values/page.js'

/** All accounts by name, with the figures that an owner looks at first. */
export class ListServiceAccounts {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute({ cursor, limit }: CursorRequest): Promise<CursorPage<AccountFigures>> {
    const step = { after: cursor, limit: limit + 1 }
    const found = await this.deps.unitOfWork.run(({ service }) => service.accounts(step))
    return cursorPage(found, limit, ({ name }) => name)
  }
}

/** The dead jobs of all accounts, newest first. */
export class ListServiceDeadJobs {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute({ cursor, limit }: CursorRequest): Promise<CursorPage<DeadJob>> {
    const after = cursor === null ? null : splitCursor(cursor)
    const found = await this.deps.unitOfWork.run(({ service }) => service.deadJobs({ after, limit: limit + 1 }))
    return cursorPage(found, limit, ({ diedAt, id }) => joinedCursor(diedAt, id))
  }
}
