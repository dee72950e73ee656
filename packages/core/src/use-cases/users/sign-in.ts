import { aboveRateMs, withRaisedRate, type FailureRate } from '../../model/accounts/failure-rate.js'
import { isPossiblePassword, normalPassword } from '../../model/users/password.js'
import { statusOf, type User } from '../../model/users/user.js'
import type { PasswordHasher } from '../../ports/password-hasher.js'
import type { Timer } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import { networkOf } from '../../values/text/network.js'
import { isStorable } from '../../values/text/text.js'
import { LimitedTries } from '../accounts/limited-tries.js'
import { beginSession } from './begin-session.js'
import type { SessionDeps, SignedIn, SigningClient } from './start-session.js'

export type SignInInput = SigningClient & { readonly email: string; readonly password: string }

type SignInDeps = SessionDeps & {
  readonly unitOfWork: UnitOfWork
  readonly timer: Timer
  readonly passwordHasher: PasswordHasher
}

/** The failed sign-ins a minute, of all clients together, above which further ones are delayed. */
const FAILURES_PER_MINUTE_MAX = 120
const DELAY_MS = 2_000
/** The sign-ins that are delayed at once. */
const DELAYED_MAX = 500

/**
 * Signs a person in by e-mail address and password. Neither the error nor its timing shows whether the user exists.
 * Failures block the next tries of the same network with the same address. When many clients fail, as in an attack from
 * many networks, those that have not signed in before are delayed. Both never block a person for more than a minute.
 *
 * Knows the failures of this process: use one instance for all requests.
 */
export class SignIn {
  private readonly tries: LimitedTries
  private failures: FailureRate | undefined
  private delayed = 0
  private dummyHash: Promise<string> | undefined

  constructor(private readonly deps: SignInDeps) {
    this.tries = new LimitedTries({ clock: deps.clock, refusal: tooManySignIns })
  }

  async execute({ email, password, ...client }: SignInInput): Promise<SignedIn> {
    const name = email.slice(0, NAME_LENGTH_MAX).trim().toLowerCase()
    const trying = { network: networkOf(client.address), name }
    const user = await this.tries.run(trying, async () => {
      if (!this.tries.hasSucceeded(trying)) await this.delay()
      return this.check(name, password)
    })
    if (user === null) {
      this.failures = withRaisedRate(this.failures, this.now(), FAILURES_PER_MINUTE_MAX)
      throw signInFailed()
    }
    return beginSession(this.deps, user, client, 'password')
  }

  /** Null unless the user may sign in with this password. */
  private async check(email: string, password: string): Promise<User | null> {
    if (!isPossiblePassword(password)) return null
    const [user, dummyHash] = await Promise.all([this.find(email), this.dummy()])
    const hash = user !== null && statusOf(user) === 'active' ? user.passwordHash : null
    const isRight = await this.deps.passwordHasher.matches(normalPassword(password), hash ?? dummyHash)
    return isRight && hash !== null ? user : null
  }

  private async find(email: string): Promise<User | null> {
    return isStorable(email) ? this.deps.unitOfWork.run(({ users }) => users.findByEmail(email)) : null
  }

  /** Compared for unknown users, so that they take as long as others. */
  private dummy(): Promise<string> {
    this.dummyHash ??= this.deps.passwordHasher.hash(this.deps.secrets.generate()).catch((error: unknown) => {
      this.dummyHash = undefined
      throw error
    })
    return this.dummyHash
  }

  private async delay(): Promise<void> {
    if (aboveRateMs(this.failures, this.now(), FAILURES_PER_MINUTE_MAX) === 0) return
    if (this.delayed >= DELAYED_MAX) throw tooManySignIns(DELAY_MS)
    this.delayed++
    try {
      await this.deps.timer.wait(DELAY_MS)
    } finally {
      this.delayed--
    }
  }

  private now(): number {
    return this.deps.clock.now().getTime()
  }
}

const NAME_LENGTH_MAX = 254

function signInFailed(): DomainError {
  return new DomainError('sign-in-failed', 'The e-mail address or the password is wrong')
}

export function tooManySignIns(blockedMs: number): DomainError {
  const retryAfterSeconds = Math.ceil(blockedMs / 1_000)
  return new DomainError(
    'too-many-sign-ins',
    `Too many failed sign-ins, so this one was not checked. Try again in ${retryAfterSeconds} s`,
    { retryAfterSeconds },
  )
}
