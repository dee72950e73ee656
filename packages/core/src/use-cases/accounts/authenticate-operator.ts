import { ADMIN_FAILURE_LIMIT, blockedMs, withFailure, type Failures } from '../../model/accounts/failure-limit.js'
import type { Clock } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import { DomainError } from '../../values/errors.js'
import { RecentMap } from '../../values/recent-map.js'
import { networkOf } from '../../values/text/network.js'
import { tooManyFailures } from './too-many-failures.js'

export type OperatorCredentials = {
  readonly token: string
  /** The token that all operators of the service share. */
  readonly adminToken: string
  /** The IP address of the client, whose failures are limited. */
  readonly address: string
}

/** Checks the admin token. Failures block the next tries of the same network. */
export class AuthenticateOperator {
  private readonly failures = new RecentMap<string, Failures>(NETWORKS_MAX)

  constructor(private readonly deps: { readonly clock: Clock; readonly secrets: Secrets }) {}

  async execute({ token, adminToken, address }: OperatorCredentials): Promise<void> {
    const { clock, secrets } = this.deps
    const nowMs = clock.now().getTime()
    const network = networkOf(address)
    const failures = this.failures.get(network)
    const waitMs = blockedMs(failures, nowMs, ADMIN_FAILURE_LIMIT)
    if (waitMs > 0) throw tooManyFailures(waitMs)
    // Hashes have equal lengths, so that the comparison time does not reveal the length of the token.
    if (secrets.matches(token, secrets.hash(adminToken))) return
    this.failures.set(network, withFailure(failures, nowMs, ADMIN_FAILURE_LIMIT))
    throw new DomainError('unauthenticated', 'The admin token is wrong')
  }
}

const NETWORKS_MAX = 10_000
