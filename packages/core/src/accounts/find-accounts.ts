import { DomainError } from '../errors.js'
import type { Stores, UnitOfWork } from '../ports/unit-of-work.js'
import type { Account } from './account.js'

export class ListAccounts {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute(): Promise<readonly Account[]> {
    return this.deps.unitOfWork.run(({ accounts }) => accounts.list())
  }
}

export class ReadAccount {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ name }: { name: string }): Promise<Account> {
    return this.deps.unitOfWork.run((stores) => theAccount(stores, name))
  }
}

export async function theAccount({ accounts }: Pick<Stores, 'accounts'>, name: string): Promise<Account> {
  const account = await accounts.findByName(name)
  if (account === null) throw new DomainError('account-not-found', `No account is named ${JSON.stringify(name)}`)
  return account
}
