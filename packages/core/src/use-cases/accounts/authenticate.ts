import type { Account } from '../../model/accounts/account.js'
import type { Keyring, KnownKey } from '../../model/accounts/api-key.js'
import type { Clock } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import { DomainError } from '../../values/errors.js'
import { networkOf } from '../../values/text/network.js'
import { LimitedTries } from './limited-tries.js'
import { tooManyFailures } from './too-many-failures.js'

export type Credentials = {
  readonly keyId: string
  readonly secret: string
  /** The IP address of the client, whose failures are limited. If absent, they are not. */
  readonly address?: string | undefined
}

type AuthenticateDeps = { readonly keyring: Keyring; readonly secrets: Secrets; readonly clock: Clock }

/**
 * Identifies the client. Neither the error nor its timing shows whether the key or the secret was wrong. Failures block
 * the next tries of the same network with the same key id.
 */
export class Authenticate {
  private readonly dummyHash: string
  private readonly tries: LimitedTries

  constructor(private readonly deps: AuthenticateDeps) {
    this.dummyHash = deps.secrets.hash(deps.secrets.generate())
    this.tries = new LimitedTries({ clock: deps.clock, refusal: tooManyFailures })
  }

  async execute({ keyId, secret, address }: Credentials): Promise<Account> {
    if (address === undefined) return accountOf(await this.check(keyId, secret))
    const client = { network: networkOf(address), name: keyId }
    return accountOf(await this.tries.run(client, () => this.check(keyId, secret)))
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

function accountOf(key: KnownKey | null): Account {
  if (key === null) throw new DomainError('unauthenticated', 'The API key or its secret is wrong')
  return key.account
}
