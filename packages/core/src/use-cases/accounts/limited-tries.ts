import type { Clock } from '../../ports/runtime.js'
import type { DomainError } from '../../values/errors.js'
import { ClientFailures, nameOf, type TryingClient } from './client-failures.js'
import { UndecidedTries } from './undecided-tries.js'

type LimitedTriesDeps = {
  readonly clock: Clock
  /** The error for a try that is not checked because its client is blocked for so long. */
  readonly refusal: (blockedMs: number) => DomainError
}

/** Limits how often clients can guess secrets, whatever a secret is: see `ClientFailures`. */
export class LimitedTries {
  private readonly failures = new ClientFailures()
  private readonly undecided = new UndecidedTries()

  constructor(private readonly deps: LimitedTriesDeps) {}

  /** Calls `check` unless the client is blocked. A result of null is a failure. */
  run<T>(client: TryingClient, check: () => Promise<T | null>): Promise<T | null> {
    const roomOf = () => {
      const nowMs = this.now()
      const blockedMs = this.failures.blockedMs(client, nowMs)
      if (blockedMs > 0) throw this.deps.refusal(blockedMs)
      return this.failures.freeFailures(client, nowMs)
    }
    const decide = async () => {
      const result = await check()
      if (result === null) this.failures.addFailure(client, this.now())
      else this.failures.addSuccess(client)
      return result
    }
    return this.undecided.run(nameOf(client), roomOf, decide)
  }

  /** Whether a try of the client has succeeded before. */
  hasSucceeded(client: TryingClient): boolean {
    return this.failures.hasAuthenticated(client)
  }

  private now(): number {
    return this.deps.clock.now().getTime()
  }
}
