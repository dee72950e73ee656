import { LINK_LIFETIME_MS, type LinkPurpose, type OneTimeLink } from '../../model/users/one-time-link.js'
import type { Clock } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import { DomainError } from '../../values/errors.js'
import { addMs } from '../../values/time/instant.js'

/** The token of a link. It is returned only once, to the creator of the link. */
export type NewLink = { readonly purpose: LinkPurpose; readonly token: string; readonly expiresAt: Date }

export function newLink(
  { clock, secrets }: { readonly clock: Clock; readonly secrets: Secrets },
  { purpose, user }: Pick<OneTimeLink, 'purpose' | 'user'>,
): { readonly link: NewLink; readonly stored: OneTimeLink } {
  const [createdAt, token] = [clock.now(), secrets.generate()]
  const expiresAt = addMs(createdAt, LINK_LIFETIME_MS)
  return {
    link: { purpose, token, expiresAt },
    stored: { purpose, user, tokenHash: secrets.hash(token), createdAt, expiresAt },
  }
}

export function linkNotFound(): DomainError {
  return new DomainError(
    'link-not-found',
    'This link was used, has expired, or was replaced by a newer one: ask for another',
  )
}
