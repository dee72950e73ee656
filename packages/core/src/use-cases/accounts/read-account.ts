import type { Account } from '../../model/accounts/account.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import { isAccountId, type AccountId } from '../../values/ids.js'
import { isStorable } from '../../values/text/text.js'

export class ReadAccount {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ name }: { name: string }): Promise<Account> {
    return this.deps.unitOfWork.run((stores) => requireAccount(stores, name))
  }
}

export class ReadAccountById {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  /** Null for text that is no id, too. */
  async execute({ id }: { id: string }): Promise<Account | null> {
    return isAccountId(id) ? this.deps.unitOfWork.run(({ accounts }) => accounts.find(id)) : null
  }
}

/** Finds the account by its exact name. A name with characters that cannot be stored is not found. */
export async function requireAccount({ accounts }: Pick<Stores, 'accounts'>, name: string): Promise<Account> {
  return found(isStorable(name) ? await accounts.findByName(name) : null, name)
}

/** Like `requireAccount`, but also locks the account until the unit of work ends. */
export async function requireLockedAccount({ accounts }: Pick<Stores, 'accounts'>, name: string): Promise<Account> {
  return found(isStorable(name) ? await accounts.lockByName(name) : null, name)
}

export function accountNotFound(id: AccountId): DomainError {
  return new DomainError('account-not-found', `No account has the id ${id}`)
}

export function accountNameTaken(name: string): DomainError {
  return new DomainError('name-taken', `Another account is named ${JSON.stringify(name)}`)
}

function found(account: Account | null, name: string): Account {
  if (account === null) throw new DomainError('account-not-found', `No account is named ${JSON.stringify(name)}`)
  return account
}

export class ListAccounts {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute(): Promise<readonly Account[]> {
    return this.deps.unitOfWork.run(({ accounts }) => accounts.list())
  }
}
