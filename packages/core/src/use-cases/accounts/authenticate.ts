import type { Account } from '../../model/accounts/account.js'
import type { Keyring, KnownKey } from '../../model/accounts/api-key.js'
import type { Secrets } from '../../ports/secrets.js'
import { DomainError } from '../../values/errors.js'

export type Credentials = { readonly keyId: string; readonly secret: string }

/** Identifies the client. Neither the error nor its timing shows whether the key or the secret was wrong. */
export class Authenticate {
  private readonly dummyHash: string

  constructor(private readonly deps: { keyring: Keyring; secrets: Secrets }) {
    this.dummyHash = deps.secrets.hash(deps.secrets.generate())
  }

  async execute({ keyId, secret }: Credentials): Promise<Account> {
    const key = await this.check(keyId, secret)
    if (key === null) throw new DomainError('unauthenticated', 'The API key or its secret is wrong')
    return key.account
  }

  /** Null if the key is unknown or the secret is wrong. */
  private async check(keyId: string, secret: string): Promise<KnownKey | null> {
    const accepted = new Set<KnownKey | null>()
    const isRight = (key: KnownKey | null) => {
      const matches = this.deps.secrets.matches(secret, key?.secretHash ?? this.dummyHash)
      if (key === null || !matches) return false
      accepted.add(key)
      return true
    }
    const key = await this.deps.keyring.find(keyId, isRight)
    return accepted.has(key) || isRight(key) ? key : null
  }
}
