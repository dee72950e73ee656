import type { Account } from '../../model/accounts/account.js'
import type { FormText } from '../../model/forms/form-text.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'

const TEXTS_MAX = 100

/** The consent texts that the forms of the account have shown, newest first; the oldest of very many are omitted. */
export class ListFormTexts {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account }: { readonly account: Account }): Promise<readonly FormText[]> {
    return this.deps.unitOfWork.run(({ formTexts }) => formTexts.newest(account.id, TEXTS_MAX))
  }
}
