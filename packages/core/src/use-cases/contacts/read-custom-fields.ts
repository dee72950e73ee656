import type { Account } from '../../model/accounts/account.js'
import { visible, type CustomField } from '../../model/contacts/custom-field.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'

/** The custom fields that clients may see and write. */
export class ReadCustomFields {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account }: { account: Account }): Promise<readonly CustomField[]> {
    return this.deps.unitOfWork.run(async ({ customFields }) => visible(await customFields.of(account.id)))
  }
}
