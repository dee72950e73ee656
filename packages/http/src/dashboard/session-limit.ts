import { DomainError, type SessionId } from '@carillon/core'

const REQUESTS_MAX = 600
const WINDOW_MS = 60_000
/** How many sessions are counted. Beyond that, the sessions that were counted first start again. */
const SESSIONS_MAX = 10_000

/** Counts the requests of each session in this process, a minute at a time. */
export type SessionLimit = { readonly take: (session: SessionId) => void }

/**
 * Limits the requests of a session. They do not count towards the limits of an account, because a page that is open must
 * not use up what the account's programs may do.
 */
export function sessionLimit(nowMs: () => number = () => performance.now()): SessionLimit {
  const windows = new Map<SessionId, { readonly endsMs: number; count: number }>()
  return {
    take(session) {
      const now = nowMs()
      const known = windows.get(session)
      if (known !== undefined && now < known.endsMs) {
        if (known.count === REQUESTS_MAX) throw tooMany(known.endsMs - now)
        known.count++
        return
      }
      windows.delete(session)
      windows.set(session, { endsMs: now + WINDOW_MS, count: 1 })
      if (windows.size > SESSIONS_MAX) windows.delete(windows.keys().next().value!)
    },
  }
}

function tooMany(leftMs: number): DomainError {
  const seconds = Math.ceil(leftMs / 1_000)
  const message = `More than ${REQUESTS_MAX} requests of this session in 60 seconds. The next request is allowed in ${seconds} s`
  return new DomainError('rate-limited', message, { retryAfterSeconds: seconds })
}
