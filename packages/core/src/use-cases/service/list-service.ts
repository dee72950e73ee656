import type { DeadJob } from '../../model/jobs/job.js'
import type { AccountFigures, ServiceRecord } from '../../model/service/service-store.js'
import type { WebhookEndpoint } from '../../model/webhooks/webhook-endpoint.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { invalidCursor, joinedCursor, splitCursor } from '../../values/cursor.js'
import { isId, type AccountId } from '../../values/ids.js'
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

/** The webhooks of all accounts that are disabled or failing. */
export class ListBrokenWebhooks {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute({ cursor, limit }: CursorRequest): Promise<CursorPage<WebhookEndpoint>> {
    const after = cursor === null ? null : webhookPlace(cursor)
    const found = await this.deps.unitOfWork.run(({ service }) => service.brokenWebhooks({ after, limit: limit + 1 }))
    return cursorPage(found, limit, ({ account, id }) => `${account} ${id}`)
  }
}

function webhookPlace(cursor: string): { readonly account: AccountId; readonly id: string } {
  const [account = '', id = ''] = cursor.split(' ')
  if (!isId('acc', account) || id === '') throw invalidCursor()
  return { account, id }
}

/** Keeps when something was last done for the whole service, such as a backup. */
export class RecordService {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute(record: ServiceRecord): Promise<void> {
    return this.deps.unitOfWork.run(({ service }) => service.putRecord(record))
  }
}
