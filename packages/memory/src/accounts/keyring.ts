import type { Keyring, KnownKey } from '@carillon/core'
import { SERVICE } from '../tables/tables.js'
import type { MemoryUnitOfWork } from '../unit-of-work.js'

/** Each look-up waits for the running unit of work, so that it never sees changes that may still be undone. */
export class MemoryKeyring implements Keyring {
  constructor(private readonly unitOfWork: MemoryUnitOfWork) {}

  find(keyId: string): Promise<KnownKey | null> {
    return this.unitOfWork.read(({ apiKeys, accounts }) => {
      const key = apiKeys.get(SERVICE, keyId)
      return key === undefined ? null : { secretHash: key.secretHash, account: accounts.get(SERVICE, key.account)! }
    })
  }
}
