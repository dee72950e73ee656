import type { Account } from '../accounts/account.js'
import type { UnitOfWork } from '../ports/unit-of-work.js'
import { visible, type CustomField } from './custom-field.js'

/** The custom fields that clients may see and write. */
export class ReadCustomFields {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account }: { account: Account }): Promise<readonly CustomField[]> {
    return this.deps.unitOfWork.run(async ({ customFields }) => visible(await customFields.of(account.id)))
  }
}
