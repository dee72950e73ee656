import { API_KEY_ID } from '../../model/accounts/api-key.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import { theAccount } from './read-account.js'

export class RevokeApiKey {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ accountName, id }: { accountName: string; id: string }): Promise<void> {
    // Kept over a second run: a revocation whose commit went unheard has happened all the same.
    let revoked = false
    return this.deps.unitOfWork.run(async (stores) => {
      const account = await theAccount(stores, accountName)
      revoked = (API_KEY_ID.holds(id) && (await stores.apiKeys.revoke(account.id, id))) || revoked
      if (revoked) return
      throw new DomainError(
        'api-key-not-found',
        `Account ${JSON.stringify(accountName)} has no API key with the id ${id}`,
      )
    })
  }
}
