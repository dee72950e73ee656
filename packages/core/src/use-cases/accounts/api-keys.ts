import { API_KEY_ID, type ApiKey } from '../../model/accounts/api-key.js'
import type { Clock } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError, invalidInput } from '../../values/errors.js'
import { requireAccount } from './read-account.js'

export type CreateApiKeyInput = {
  readonly accountName: string
  /** If absent, the id is random. */
  readonly id?: string | undefined
}

/** The secret is returned only here: only its keyed hash is stored. */
export type NewApiKey = { readonly id: string; readonly secret: string }

export class CreateApiKey {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; secrets: Secrets }) {}

  async execute({ accountName, id }: CreateApiKeyInput): Promise<NewApiKey> {
    if (id !== undefined && !API_KEY_ID.holds(id)) throw invalidInput('id', API_KEY_ID.expected)
    const { clock, secrets } = this.deps
    const key = { id: id ?? `key_${secrets.generate().slice(0, 16)}`, secret: secrets.generate() }
    const createdAt = clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const account = await requireAccount(stores, accountName)
      const own = await stores.apiKeys.of(account.id)
      const secretHash = secrets.hash(key.secret)
      const existing = own.find((candidate) => candidate.id === key.id)
      if (existing !== undefined && existing.secretHash !== secretHash) throw taken(key.id)
      if (!(await stores.apiKeys.put({ id: key.id, account: account.id, secretHash, createdAt }))) throw taken(key.id)
      return key
    })
  }
}

function taken(id: string): DomainError {
  return new DomainError('api-key-taken', `An API key with the id ${id} already exists`)
}

export class RevokeApiKey {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ accountName, id }: { accountName: string; id: string }): Promise<void> {
    // Stays set if the unit of work runs again: a revocation whose commit was not acknowledged may have succeeded.
    let revoked = false
    return this.deps.unitOfWork.run(async (stores) => {
      const account = await requireAccount(stores, accountName)
      revoked = (API_KEY_ID.holds(id) && (await stores.apiKeys.revoke(account.id, id))) || revoked
      if (revoked) return
      throw new DomainError(
        'api-key-not-found',
        `Account ${JSON.stringify(accountName)} has no API key with the id ${id}`,
      )
    })
  }
}

/** A key without its secret. `lastUsedAt` is at most about a minute behind; null if the key was never used. */
export type ListedApiKey = Pick<ApiKey, 'id' | 'createdAt'> & { readonly lastUsedAt: Date | null }

export class ListApiKeys {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  /** Sorted by id. */
  execute({ accountName }: { accountName: string }): Promise<readonly ListedApiKey[]> {
    return this.deps.unitOfWork.run(async (stores) => {
      const { id: account } = await requireAccount(stores, accountName)
      const [keys, uses] = [await stores.apiKeys.of(account), await stores.requestLog.lastUses(account)]
      return keys.map(({ id, createdAt }) => ({ id, createdAt, lastUsedAt: usedSince(createdAt, uses.get(id)) }))
    })
  }
}

/** Ignores the uses of an earlier key with the same id. */
function usedSince(createdAt: Date, at: Date | undefined): Date | null {
  return at === undefined || at < createdAt ? null : at
}
