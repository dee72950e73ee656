import type { Account } from '../../model/accounts/account.js'
import { accountNameTaken } from '../accounts/read-account.js'
import { applying, type ApplyAccountDeps } from '../declarations/apply-account.js'
import { readDeclaration } from '../declarations/declaration-faults.js'
import type { AccountDeclaration } from '../declarations/declaration.js'

export type NewAccount = Pick<AccountDeclaration, 'name' | 'timezone' | 'credits'>

/** Creates an account by the rules of a declaration; unlike `apply`, it never changes an existing one. */
export class CreateAccount {
  constructor(private readonly deps: ApplyAccountDeps) {}

  async execute({ name, timezone, credits }: NewAccount): Promise<Account> {
    const account = { name, ...(timezone && { timezone }), ...(credits && { credits }) }
    const declaration = readDeclaration({ account })
    const apply = applying({ declaration, prune: false }, this.deps)
    // Stays set if the unit of work runs again: the first run may have been committed.
    let created: Account | null = null
    return this.deps.unitOfWork.run(async (stores) => {
      const existing = await stores.accounts.findByName(declaration.name)
      if (existing !== null && existing.id !== created?.id) throw accountNameTaken(declaration.name)
      return (created = (await apply(stores)).account)
    })
  }
}
