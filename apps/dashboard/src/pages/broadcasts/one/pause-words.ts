import { percentOf } from '../../../parts/timing/canary.js'
import type { BroadcastView } from '../broadcast-path.js'

export type PauseCause = NonNullable<BroadcastView['pausedBecause']>

/** Why a broadcast is paused, and what resuming it does; null if a person paused it. */
export function pauseWords(cause: PauseCause | undefined): { readonly why: string; readonly next: string } | null {
  if (cause === undefined || cause.rule === 'request') return null
  const { rule, limit, allowed, found, of } = cause
  const what = limit === 'failedOver' ? 'texts failed' : 'people opted out after the text'
  const why = `${percentOf(found)} % of ${NUMBERS.format(of)} ${what}. At most ${percentOf(allowed)} % are allowed.`
  const others = rule === 'canary' ? 'sends to the people who waited for the first ones' : 'goes on sending'
  return { why, next: `Resuming ${others}, and does not check this again.` }
}

const NUMBERS = new Intl.NumberFormat('en')
