import type { Account } from '../../model/accounts/account.js'
import type { CreditBalance } from '../../model/credits/ledger.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'

export class ReadCredits {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account }: { account: Account }): Promise<CreditBalance> {
    return this.deps.unitOfWork.run(({ credits }) => credits.balance(account.id))
  }
}
