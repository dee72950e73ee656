import type { AccountId, MessageId } from '../../values/ids.js'
import type { Page, PageRequest } from '../../values/page.js'
import type { Broadcast } from '../broadcasts/broadcast.js'
import type { ClickDay, DaySpan } from './click-day.js'
import type { BroadcastLink, Click, ClickTotals, LinkClicks, RecipientClicks, RecordedClick } from './click.js'
import type { MessageLink } from './tracking-link.js'

/**
 * The URLs of tracking links that were sent, and their clicks. The URLs of a single send are added in the same unit of
 * work as the send.
 */
export interface ClickStore {
  /** Adds the URLs that are sent with messages of the account; existing ones stay unchanged. */
  add(account: AccountId, messageLinks: readonly MessageLink[]): Promise<void>
  /**
   * Counts a click under its code if the code belongs to a stored message, otherwise under no code. Keeps the click
   * itself if it is one of the first `CLICKS_KEPT_MAX` clicks on its URL by the same kind of visitor. Also counts it
   * for its link and its UTC day. A person's click that is a repeat by `isRepeat`, among the counted clicks on its URL
   * with the same `networkOnUrl`, counts as a repeat only, and is not kept; without a network, none is a repeat.
   * Returns the new count of its URL. Concurrent calls run one after the other.
   */
  record(click: Click): Promise<RecordedClick>
  /** The URLs that were sent with the message, by link, with their clicks in the order they were counted. */
  of(account: AccountId, message: MessageId): Promise<readonly LinkClicks[]>
  /**
   * Deletes up to `limit` networks whose last counted click was at `until` or before, the oldest first. Returns how
   * many it has deleted.
   */
  trimNetworks(account: AccountId, until: Date, limit: number): Promise<number>

  /** Whether a URL of the link was sent by the account or followed, even if the link is not registered. */
  knows(account: AccountId, link: string): Promise<boolean>
  /** The totals of the links that were ever followed; other links are omitted. */
  totalsOf(account: AccountId, links: readonly string[]): Promise<ReadonlyMap<string, ClickTotals>>
  /** The number of URLs of the link that were sent, including URLs in messages that have since been deleted. */
  sentOf(account: AccountId, link: string): Promise<number>
  /** The days of the span on which the link was followed, in order. */
  days(account: AccountId, link: string, span: DaySpan): Promise<readonly ClickDay[]>
  /** Messages with a URL of the link that a person has followed, ordered by first click, newest first. */
  recipientsOf(account: AccountId, link: string, page: PageRequest): Promise<Page<RecipientClicks>>

  /** The links that were sent with the messages of the broadcast. */
  ofBroadcast(broadcast: BroadcastRange): Promise<BroadcastClicks>
  /**
   * Messages of the broadcast with a URL (of `link`, if given) that a person has followed, ordered by first click,
   * newest first. Clicks on several links of a message are counted together.
   */
  recipientsOfBroadcast(
    broadcast: BroadcastRange,
    query: PageRequest & { readonly link: string | null },
  ): Promise<Page<RecipientClicks>>
}

/** The fields by which the messages of a broadcast are found. */
export type BroadcastRange = Pick<Broadcast, 'account' | 'id' | 'total'>

export type BroadcastClicks = {
  /** Messages with a URL that a person has followed. */
  readonly recipients: number
  /** Sorted by link. */
  readonly links: readonly BroadcastLink[]
}
