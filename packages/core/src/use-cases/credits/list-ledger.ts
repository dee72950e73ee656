import type { Account } from '../../model/accounts/account.js'
import type { LedgerLine, LedgerQuery } from '../../model/credits/ledger.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { invalidCursor } from '../../values/cursor.js'
import { cursorPage, type CursorPage, type CursorRequest } from '../../values/page.js'

export type ListLedgerInput = CursorRequest & {
  readonly account: Account
  readonly cause: LedgerQuery['cause']
}

/** Where the credits of the account came from and went to, by cause, newest first. */
export class ListLedger {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  async execute({ account, cause, cursor, limit }: ListLedgerInput): Promise<CursorPage<LedgerLine>> {
    if (cursor !== null && !LINE_ID.test(cursor)) throw invalidCursor()
    const found = await this.deps.unitOfWork.run(({ credits }) =>
      credits.lines(account.id, { cause, after: cursor, limit: limit + 1 }),
    )
    return cursorPage(found, limit, ({ id }) => id)
  }
}

const LINE_ID = /^(led|msg|brc|bat)_[0-9a-z]{26}$/
