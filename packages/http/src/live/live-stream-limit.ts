import type { SessionId } from '@carillon/core'
import { unavailable } from '../api/problem.js'

const PER_SESSION_MAX = 6
const PER_PROCESS_MAX = 500
const RETRY_AFTER_SECONDS = 5

/** Limits the open streams: a browser needs one, however many tabs it has. */
export function liveStreamLimit() {
  const taken = new Map<SessionId, number>()
  let count = 0
  return {
    /** Returns the function to call when the stream ends. */
    take(session: SessionId): () => void {
      const ofSession = taken.get(session) ?? 0
      if (ofSession >= PER_SESSION_MAX || count >= PER_PROCESS_MAX) {
        throw unavailable('Too many pages are shown live: close some of them', RETRY_AFTER_SECONDS)
      }
      taken.set(session, ofSession + 1)
      count++
      return () => {
        const left = taken.get(session)! - 1
        if (left === 0) taken.delete(session)
        else taken.set(session, left)
        count--
      }
    },
  }
}
