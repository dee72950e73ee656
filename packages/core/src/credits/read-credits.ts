import type { Account } from '../accounts/account.js'
import type { UnitOfWork } from '../ports/unit-of-work.js'
import type { CreditBalance } from './ledger.js'

export class ReadCredits {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account }: { account: Account }): Promise<CreditBalance> {
    return this.deps.unitOfWork.run(({ credits }) => credits.balance(account.id))
  }
}
