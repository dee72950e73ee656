import { DomainError } from '../errors.js'
import type { Stores, UnitOfWork } from '../ports/unit-of-work.js'
import { isStorable } from '../values/text.js'
import type { Account } from './account.js'

export class ReadAccount {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ name }: { name: string }): Promise<Account> {
    return this.deps.unitOfWork.run((stores) => theAccount(stores, name))
  }
}

/** By the name as it came: what no store can carry names nobody. */
export async function theAccount({ accounts }: Pick<Stores, 'accounts'>, name: string): Promise<Account> {
  const account = isStorable(name) ? await accounts.findByName(name) : null
  if (account === null) throw new DomainError('account-not-found', `No account is named ${JSON.stringify(name)}`)
  return account
}
