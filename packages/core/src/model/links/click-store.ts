import type { AccountId, MessageId } from '../../values/ids.js'
import type { Page, PageRequest } from '../../values/page.js'
import type { Broadcast } from '../broadcasts/broadcast.js'
import type { ClickDay, DaySpan } from './click-day.js'
import type { BroadcastLink, Click, ClickCount, ClickTotals, LinkClicks, RecipientClicks } from './click.js'
import type { MessageLink } from './tracking-link.js'

/**
 * The URLs of tracking links that went out, and who asked for them. What goes out with a single send is added with it.
 */
export interface ClickStore {
  /** Adds the URLs that go out with messages of the account, those that are there already left as they are. */
  add(account: AccountId, messageLinks: readonly MessageLink[]): Promise<void>
  /**
   * Counts a click under its code if that went out with a message that is kept, else under none, and keeps it where it
   * is one of the first `CLICKS_KEPT_MAX` of its URL by such a visitor. Counts it for its link and its UTC day as well.
   * Answers the count of its URL with it. Several at once follow each other.
   */
  record(click: Click): Promise<ClickCount>
  /** Of the URLs that went out with the message, by link; their clicks in the order they were counted. */
  of(account: AccountId, message: MessageId): Promise<readonly LinkClicks[]>

  /** Whether a URL of the link has gone out with a message of the account, or was followed; registered or not. */
  knows(account: AccountId, link: string): Promise<boolean>
  /** Of those of the links that were ever followed. */
  totalsOf(account: AccountId, links: readonly string[]): Promise<ReadonlyMap<string, ClickTotals>>
  /** How many URLs of the link went out, also with messages that were trimmed since. */
  sentOf(account: AccountId, link: string): Promise<number>
  /** The days of the span on which the link was followed, in order. */
  days(account: AccountId, link: string, span: DaySpan): Promise<readonly ClickDay[]>
  /** Messages whose URL of the link a person has followed, whose first click is the newest first. */
  recipientsOf(account: AccountId, link: string, page: PageRequest): Promise<Page<RecipientClicks>>

  /** What went out with the messages of the broadcast. */
  ofBroadcast(broadcast: BroadcastRange): Promise<BroadcastClicks>
  /**
   * Messages of the broadcast of which a person has followed a URL, or that of the link, whose first click is the
   * newest first. Clicks on several links of a message are counted together.
   */
  recipientsOfBroadcast(
    broadcast: BroadcastRange,
    asked: PageRequest & { readonly link: string | null },
  ): Promise<Page<RecipientClicks>>
}

/** What its messages are found by. */
export type BroadcastRange = Pick<Broadcast, 'account' | 'id' | 'total'>

export type BroadcastClicks = {
  /** Messages of which a person has followed a URL. */
  readonly recipients: number
  /** By link. */
  readonly links: readonly BroadcastLink[]
}
