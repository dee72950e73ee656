import { read } from '../../api/read.js'
import { serverNowMs } from '../../api/server-clock.js'

/** So many days are shown if the person has not chosen. */
export const DEFAULT_DAYS = 30
/** Next sends within so many days. */
export const AHEAD_DAYS = 30
/** Running broadcasts. */
export const RUNNING_SHOWN = 5

/** As many as one request can read. */
const SCHEDULES_READ = 100

const HOUR_MS = 3_600_000

/** What the overview reads. Its route asks for all of it at once, before there is anything to show it in. */
export const overviewQueries = {
  warnings: (account: string) => read('account', '/accounts/{account}/warnings', { path: { account } }),
  statistics: (account: string, days: number) =>
    read('statistics', '/accounts/{account}/account/statistics', { path: { account }, query: { days } }),
  broadcasts: (account: string, status: 'sending' | 'queued' | 'paused') =>
    read('broadcasts', '/accounts/{account}/messaging/broadcasts', {
      path: { account },
      query: { status, limit: RUNNING_SHOWN },
    }),
  occurrences: (account: string) => {
    // By the hour, so that the same query is kept for a while.
    const fromMs = Math.floor(serverNowMs() / HOUR_MS) * HOUR_MS
    return read('schedules', '/accounts/{account}/messaging/broadcast/schedules/occurrences', {
      path: { account },
      query: { from: isoAt(fromMs), to: isoAt(fromMs + AHEAD_DAYS * 24 * HOUR_MS) },
    })
  },
  /** The texts of the next sends, which name only their schedules. */
  schedules: (account: string) =>
    read('schedules', '/accounts/{account}/messaging/broadcast/schedules', {
      path: { account },
      query: { status: 'active', limit: SCHEDULES_READ },
    }),
  outlook: (account: string) => read('credits', '/accounts/{account}/outlook', { path: { account } }),
}

function isoAt(ms: number): string {
  return new Date(ms).toISOString()
}
