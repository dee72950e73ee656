import type { PhoneText } from '../outbox/phone-text.js'

/** What whoever watches is told: everything at first, and then what is new or has changed, the oldest first. */
export type FeedEvent =
  /** `isWhole`: there is no other text; without it there may be older ones. */
  | { readonly kind: 'texts'; readonly texts: readonly PhoneText[]; readonly isWhole: boolean }
  | { readonly kind: 'text'; readonly text: PhoneText }
  | { readonly kind: 'cleared' }

/** Of each text that was shown, by its id, what can change of it. */
export type Shown = ReadonlyMap<string, string>

export function shownOf(texts: readonly PhoneText[]): Shown {
  return new Map(texts.map((text) => [text.id, changingOf(text)]))
}

/**
 * What became of the newest texts since they were shown last. When more have come than are looked at, those in between
 * are never seen here, nor is a receipt for an older one, nor that the outbox was emptied meanwhile.
 */
export function feedChanges(
  shown: Shown,
  texts: readonly PhoneText[],
  { limit }: { limit: number },
): readonly FeedEvent[] {
  const isEmptied = isAnyGone(shown, texts, limit)
  const known = isEmptied ? NOTHING : shown
  const news = texts.filter((text) => known.get(text.id) !== changingOf(text)).reverse()
  return [...(isEmptied ? [CLEARED] : []), ...news.map((text): FeedEvent => ({ kind: 'text', text }))]
}

const NOTHING: Shown = new Map()
const CLEARED: FeedEvent = { kind: 'cleared' }

/** Texts are forgotten all at once. One that is older than all that are looked at may only be out of sight. */
function isAnyGone(shown: Shown, texts: readonly PhoneText[], limit: number): boolean {
  const ids = new Set(texts.map(({ id }) => id))
  const oldest = texts.length < limit ? '' : texts.at(-1)!.id
  return [...shown.keys()].some((id) => id > oldest && !ids.has(id))
}

function changingOf({ state, failure }: PhoneText): string {
  return failure === null ? state : `${state} ${failure.type} ${failure.message}`
}
