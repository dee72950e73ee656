import type { Account, Retention } from '../../model/accounts/account.js'
import type { RetentionStore, Trimmed } from '../../stores/retention-store.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { DAY_MS, later } from '../../values/time/instant.js'

/** One step of a kind. `from`: where the one before has ended. */
export type Trim = (stores: Stores, account: Account, step: TrimStep) => Promise<Trimmed>

type TrimStep = { readonly now: Date; readonly from: Date | null }

/** So many a step that it takes a few hundredths of a second. A chunk has up to 1,000 recipients. */
const LIMITS = { trimMessages: 250, trimRecipients: 20, trimEvents: 500, trimClicks: 1_000 } as const

/** What goes after the days that an account says. The messages of a broadcast go before its recipients. */
export const RETENTION_TRIMS: readonly Trim[] = [
  kept('clicks', 'trimClicks'),
  kept('messages', 'trimMessages'),
  kept('messages', 'trimRecipients'),
  kept('events', 'trimEvents'),
]

function kept(what: keyof Retention, trim: keyof typeof LIMITS & keyof RetentionStore): Trim {
  return async ({ retention }, account, { now, from }) => {
    const days = account.retention[what]
    if (days === null) return { taken: 0, next: null }
    const until = later(now, -days * DAY_MS)
    return retention[trim](account.id, { from, until }, LIMITS[trim])
  }
}
