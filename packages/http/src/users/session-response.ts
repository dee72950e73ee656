import type { ListedSession, SessionId } from '@carillon/core'

/** `undefined` fields are omitted from the JSON. `current`: the session of the request. */
export function sessionResponse(session: ListedSession, current: SessionId) {
  const { id, createdAt, lastSeenAt, expiresAt, address, userAgent } = session
  return {
    id,
    createdAt,
    lastUsedAt: lastSeenAt,
    expiresAt,
    address: address ?? undefined,
    userAgent: userAgent ?? undefined,
    isCurrent: id === current,
  }
}
