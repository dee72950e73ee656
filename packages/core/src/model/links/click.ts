import type { AccountId, MessageId } from '../../values/ids.js'

/**
 * Who requested a URL: a person, or a bot, such as a program that makes previews or follows every link.
 */
export type Visitor = 'person' | 'bot'

/** One request for a tracking link that was redirected to its target. */
export type Click = {
  readonly account: AccountId
  readonly link: string
  /** The code in the URL; null for the bare link, and for text that cannot be a code. */
  readonly code: string | null
  readonly at: Date
  readonly visitor: Visitor
  /** The visitor's user agent. */
  readonly agent: string | null
  /** The number of the visitor's network on the link, from `visitorNetworkOf`; null if the address is unknown. */
  readonly network: number | null
}

/** How many times one URL was requested. `firstAt` and `lastAt` ignore bots and repeats. */
export type ClickCount = {
  readonly link: string
  /** Null for clicks without a message link. */
  readonly code: string | null
  readonly message: MessageId | null
  readonly people: number
  readonly bots: number
  /** Clicks beyond the number that counts as clicks by people from one network. */
  readonly repeats: number
  readonly firstAt: Date | null
  readonly lastAt: Date | null
}

/** The count of a URL after a click on it, and whether the click was a repeat. */
export type RecordedClick = ClickCount & { readonly isRepeat: boolean }

/** The clicks of one URL: the count, and the first clicks individually. */
export type LinkClicks = ClickCount & { readonly clicks: readonly Pick<Click, 'at' | 'visitor' | 'agent'>[] }

/**
 * The maximum number of clicks on one URL that are kept individually, separately for people and bots, because anybody
 * can request a URL any number of times. All clicks are counted.
 */
export const CLICKS_KEPT_MAX = 100

/** The clicks of a link so far. `firstAt` and `lastAt` ignore bots and repeats. */
export type ClickTotals = {
  readonly people: number
  readonly bots: number
  readonly repeats: number
  /** The number of messages with a URL that a person has followed. */
  readonly recipients: number
  readonly firstAt: Date | null
  readonly lastAt: Date | null
}

export const NO_CLICKS: ClickTotals = { people: 0, bots: 0, repeats: 0, recipients: 0, firstAt: null, lastAt: null }

/** The clicks of a link in the messages of one broadcast. */
export type BroadcastLink = ClickTotals & {
  readonly link: string
  /** The number of URLs that were sent. */
  readonly sent: number
}

/** A recipient who followed a link in a message. */
export type RecipientClicks = {
  readonly message: MessageId
  /** The `to` of the message; null while the message is being submitted for the first time. */
  readonly to: string | null
  readonly people: number
  readonly bots: number
  readonly repeats: number
  readonly firstAt: Date
  readonly lastAt: Date
}
