import type { Result } from '../../../api/operation.js'

export type Preview = Result<'/accounts/{account}/broadcasts/compose/preview', 'post'>
export type Dropped = Preview['recipients']['dropped']

/** Why somebody in the audience gets nothing. */
const WORDS: Readonly<Record<keyof Dropped, string>> = {
  invalid: 'not a phone number',
  duplicates: 'entered more than once',
  notOptedIn: 'not opted in',
  optedOut: 'opted out',
  country: 'in a country or of a kind that this account may not text',
  contentBlocked: 'their own text would be blocked by the content policy',
  alreadySent: 'already sent to',
  frequencyCapped: 'had as many texts as a frequency cap allows',
}

/** The reasons that apply, the most frequent first. */
export function dropsIn(
  dropped: Dropped,
): readonly { readonly reason: keyof Dropped; readonly words: string; readonly count: number }[] {
  const reasons = Object.keys(WORDS) as (keyof Dropped)[]
  return reasons
    .map((reason) => ({ reason, words: WORDS[reason], count: dropped[reason] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
}
