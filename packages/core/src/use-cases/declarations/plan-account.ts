import type { AccountId } from '../../values/ids.js'
import { applying, type AppliedAccount, type ApplyAccountDeps, type ApplyAccountInput } from './apply-account.js'

export type PlannedAccount = {
  /** The id is null if the account does not exist. */
  readonly account: { readonly id: AccountId | null; readonly name: string }
  /** The changes that applying the declaration would make now, in the words in which it reports them. */
  readonly changes: readonly string[]
}

/**
 * Finds what applying a declaration would change, and all faults that it would report. The declaration is applied in a
 * unit of work that is always rolled back, so the plan follows the same rules. It contains no generated ids or secrets,
 * because they do not exist.
 */
export class PlanAccount {
  constructor(private readonly deps: ApplyAccountDeps) {}

  async execute(input: ApplyAccountInput): Promise<PlannedAccount> {
    const apply = applying(input, this.deps)
    try {
      return await this.deps.unitOfWork.run(async (stores): Promise<never> => {
        const known = await stores.accounts.lockByName(input.declaration.name)
        throw new RolledBack({ applied: await apply(stores), id: known?.id ?? null })
      })
    } catch (error) {
      if (error instanceof RolledBack) return error.plan
      throw error
    }
  }
}

/** Ends the unit of work without its changes. */
class RolledBack extends Error {
  readonly plan: PlannedAccount

  constructor({ applied, id }: { readonly applied: AppliedAccount; readonly id: AccountId | null }) {
    super('The changes of a plan are always rolled back')
    this.plan = { account: { id, name: applied.account.name }, changes: applied.changes }
  }
}
