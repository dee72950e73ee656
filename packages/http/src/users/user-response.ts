import type { InvitedUser, NewLink, UserView } from '@carillon/core'

export function userResponse({
  id,
  email,
  name,
  status,
  isOwner,
  roles,
  hasPassword,
  hasIdentity,
  createdAt,
}: UserView) {
  return { id, email, name, status, isOwner, roles, hasPassword, hasIdentity, createdAt }
}

export function invitedResponse({ user, link }: InvitedUser) {
  return { user: userResponse(user), link: linkResponse(link) }
}

/**
 * `path` belongs behind the URL that the person reaches the service by, which only the caller knows. The token is in
 * the fragment, which browsers send to no server.
 */
export function linkResponse({ purpose, token, expiresAt }: NewLink) {
  return { purpose, path: linkPathOf({ purpose, token }), expiresAt }
}

/** The path of the page that a one-time link opens. */
export function linkPathOf({ purpose, token }: Pick<NewLink, 'purpose' | 'token'>): string {
  return `/dashboard/${purpose}#${token}`
}
