import { statusOf, type Identity } from '../../model/users/user.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import { beginSession } from './begin-session.js'
import type { SessionDeps, SignedIn, SigningClient } from './start-session.js'

export type SignInWithIdentityInput = SigningClient & { readonly identity: Identity }

/** Signs in a person whom an OpenID Connect issuer has identified. Only those who were invited are known. */
export class SignInWithIdentity {
  constructor(private readonly deps: SessionDeps & { readonly unitOfWork: UnitOfWork }) {}

  async execute({ identity, ...client }: SignInWithIdentityInput): Promise<SignedIn> {
    const user = await this.deps.unitOfWork.run(({ users }) => users.findByIdentity(identity))
    if (user === null || statusOf(user) !== 'active') throw unknownIdentity()
    return beginSession(this.deps, user, client, 'identity')
  }
}

function unknownIdentity(): DomainError {
  return new DomainError(
    'sign-in-failed',
    'Nobody with this identity was invited: open the link of an invitation first',
  )
}
