import type { PhoneText } from '../outbox/phone-text.js'

/** The feed begins with the newest texts. Then it sends each new or changed text, oldest first, and each `clear`. */
export type FeedEvent =
  /** `isWhole` means that there are no other texts; otherwise there may be older ones. */
  | { readonly kind: 'texts'; readonly texts: readonly PhoneText[]; readonly isWhole: boolean }
  | { readonly kind: 'text'; readonly text: PhoneText }
  | { readonly kind: 'cleared' }

/** The changeable part of each text that the feed has sent to its watchers, by the id of the text. */
export type Shown = ReadonlyMap<string, string>

export function shownOf(texts: readonly PhoneText[]): Shown {
  return new Map(texts.map((text) => [text.id, changingOf(text)]))
}

/**
 * The changes to the newest texts since the previous poll. If more than `limit` texts arrive between two polls, this
 * misses the older of them, receipts for older texts, and a `clear` of the outbox in the meantime.
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

/** Whether a shown text has been deleted. Texts older than the newest `limit` do not count: they are out of range. */
function isAnyGone(shown: Shown, texts: readonly PhoneText[], limit: number): boolean {
  const ids = new Set(texts.map(({ id }) => id))
  const oldest = texts.length < limit ? '' : texts.at(-1)!.id
  return [...shown.keys()].some((id) => id > oldest && !ids.has(id))
}

function changingOf({ state, failure }: PhoneText): string {
  return failure === null ? state : `${state} ${failure.type} ${failure.message}`
}
