import type { Result } from '../../../api/operation.js'

export type Preview = Result<'/accounts/{account}/broadcasts/compose/preview', 'post'>
export type Dropped = Preview['recipients']['dropped']

/**
 * How many people get the text: all who are accepted, except those who would wait too long for their sending hours, or until
 * the message has stopped.
 */
export function reachedIn({ recipients, windows }: Pick<Preview, 'recipients' | 'windows'>): number {
  return recipients.accepted - (windows === undefined ? 0 : windows.tooLate + windows.expired)
}

type ReachedCap = Pick<NonNullable<Preview['reachedCaps']>[number], 'messages' | 'per' | 'group'>

/** Why somebody in the audience gets nothing. */
const WORDS: Readonly<Record<keyof Dropped, string>> = {
  invalid: 'not a phone number',
  duplicates: 'entered more than once',
  notOptedIn: 'not opted in',
  optedOut: 'opted out',
  country: 'in a country or of a kind that this account may not text',
  contentBlocked: 'their own text would be blocked by the content policy',
  alreadySent: 'already sent to',
  landline: 'on a landline, which this account does not text',
  frequencyCapped: 'had as many texts as a frequency cap allows',
}

/** The reasons that apply, the most frequent first. `caps`: the frequency caps that are reached. */
export function dropsIn(
  dropped: Dropped,
  caps: readonly ReachedCap[] = [],
): readonly { readonly reason: keyof Dropped; readonly words: string; readonly count: number }[] {
  const reasons = Object.keys(WORDS) as (keyof Dropped)[]
  return reasons
    .map((reason) => ({
      reason,
      words: reason === 'frequencyCapped' ? capWords(caps) : WORDS[reason],
      count: dropped[reason] ?? 0,
    }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
}

/** Such as `had as many texts as a frequency cap allows (2 per 24h, 6 per 7d for VIP)`. */
function capWords(caps: readonly ReachedCap[]): string {
  const shown = caps.map(({ messages, per, group }) => `${messages} per ${per}${group === null ? '' : ` for ${group}`}`)
  return shown.length === 0 ? WORDS.frequencyCapped : `${WORDS.frequencyCapped} (${shown.join(', ')})`
}
