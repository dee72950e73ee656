import type { AccountId, MessageId } from '../../values/ids.js'

/**
 * Who asked for a URL: a person, or a program that nobody sees the target through, such as one that makes a preview.
 */
export type Visitor = 'person' | 'bot'

/** Somebody asked for a tracking link, and was led to its target. */
export type Click = {
  readonly account: AccountId
  readonly link: string
  /** As in the URL; null for the bare link, and for what can be no code. */
  readonly code: string | null
  readonly at: Date
  readonly visitor: Visitor
  /** What the visitor called itself. */
  readonly agent: string | null
}

/** How often one URL was asked for. First and last are of people alone. */
export type ClickCount = {
  readonly link: string
  /** Null for all that came without a message link. */
  readonly code: string | null
  readonly message: MessageId | null
  readonly people: number
  readonly bots: number
  readonly firstAt: Date | null
  readonly lastAt: Date | null
}

/** The clicks of one URL, the first of them one by one. */
export type LinkClicks = ClickCount & { readonly clicks: readonly Pick<Click, 'at' | 'visitor' | 'agent'>[] }

/**
 * How many clicks of one URL are kept one by one, of people and of bots each: anybody can ask for it again and again.
 * All are counted.
 */
export const CLICKS_KEPT_MAX = 100

/** What has become of a link so far. First and last are of people alone. */
export type ClickTotals = {
  readonly people: number
  readonly bots: number
  /** Messages whose own URL a person has followed. */
  readonly recipients: number
  readonly firstAt: Date | null
  readonly lastAt: Date | null
}

export const NO_CLICKS: ClickTotals = { people: 0, bots: 0, recipients: 0, firstAt: null, lastAt: null }

/** Of a link in the messages of one broadcast. */
export type BroadcastLink = ClickTotals & {
  readonly link: string
  /** URLs that went out. */
  readonly sent: number
}

/** Somebody who followed what was sent to them. */
export type RecipientClicks = {
  readonly message: MessageId
  /** As it stands in the message; null for as long as that is being handed over for the first time. */
  readonly to: string | null
  readonly people: number
  readonly bots: number
  readonly firstAt: Date
  readonly lastAt: Date
}
