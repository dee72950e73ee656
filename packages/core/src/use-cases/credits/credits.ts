import type { Account } from '../../model/accounts/account.js'
import {
  entriesOf,
  type CreditAmounts,
  type CreditBalance,
  type CreditUnit,
  type LedgerEntry,
} from '../../model/credits/ledger.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { AccountId, LedgerEntryId } from '../../values/ids.js'
import { requireAccount } from '../accounts/read-account.js'

export type GrantCreditsInput = { readonly accountName: string; readonly amounts: CreditAmounts }

export class GrantCredits {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids }) {}

  execute({ accountName, amounts }: GrantCreditsInput): Promise<CreditBalance> {
    const grant = { amounts, at: this.deps.clock.now(), ids: grantIds(this.deps.ids) }
    return this.deps.unitOfWork.run(async (stores) => {
      const { id: account } = await requireAccount(stores, accountName)
      await stores.credits.post(account, grantEntries({ account, ...grant }))
      return stores.credits.balance(account)
    })
  }
}

/** Created before the unit of work, so that credits are not granted twice after an unacknowledged commit. */
export function grantIds(ids: Ids): GrantIds {
  return { sms: ids.next('led'), mms: ids.next('led') }
}

export type GrantIds = Readonly<Record<CreditUnit, LedgerEntryId>>

export function grantEntries({ account, amounts, at, ids }: GrantOptions): readonly LedgerEntry[] {
  return entriesOf(amounts, (unit) => ids[unit], {
    account,
    at,
    from: 'operator',
    to: 'available',
    reference: 'grant',
  })
}

type GrantOptions = {
  readonly account: AccountId
  readonly amounts: CreditAmounts
  readonly at: Date
  readonly ids: GrantIds
}

export class ReadCredits {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account }: { account: Account }): Promise<CreditBalance> {
    return this.deps.unitOfWork.run(({ credits }) => credits.balance(account.id))
  }
}
