import type { Account } from '../../model/accounts/account.js'
import type { Keyring, KnownKey } from '../../model/accounts/api-key.js'
import type { Clock } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import { DomainError } from '../../values/errors.js'
import { networkOf } from '../../values/text/network.js'
import { KeyFailures, nameOf } from './key-failures.js'
import { tooManyFailures } from './too-many-failures.js'
import { UndecidedTries } from './undecided-tries.js'

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
  private readonly failures = new KeyFailures()
  private readonly undecided = new UndecidedTries()

  constructor(private readonly deps: AuthenticateDeps) {
    this.dummyHash = deps.secrets.hash(deps.secrets.generate())
  }

  async execute({ keyId, secret, address }: Credentials): Promise<Account> {
    if (address === undefined) return accountOf(await this.check(keyId, secret))
    const client = { network: networkOf(address), keyId }
    const roomOf = () => {
      const nowMs = this.now()
      const blockedMs = this.failures.blockedMs(client, nowMs)
      if (blockedMs > 0) throw tooManyFailures(blockedMs)
      return this.failures.freeFailures(client, nowMs)
    }
    const decide = async () => {
      const key = await this.check(keyId, secret)
      if (key === null) this.failures.addFailure(client, this.now())
      else this.failures.addSuccess(client)
      return key
    }
    return accountOf(await this.undecided.run(nameOf(client), roomOf, decide))
  }

  private now(): number {
    return this.deps.clock.now().getTime()
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
