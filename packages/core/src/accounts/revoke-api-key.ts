import { DomainError } from '../errors.js'
import type { UnitOfWork } from '../ports/unit-of-work.js'
import { theAccount } from './find-accounts.js'

export class RevokeApiKey {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ accountName, id }: { accountName: string; id: string }): Promise<void> {
    return this.deps.unitOfWork.run(async (stores) => {
      const account = await theAccount(stores, accountName)
      if (await stores.apiKeys.revoke(account.id, id)) return
      throw new DomainError(
        'api-key-not-found',
        `Account ${JSON.stringify(accountName)} has no API key with the id ${id}`,
      )
    })
  }
}
