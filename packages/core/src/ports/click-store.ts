import type { Annotation } from '../links/annotation.js'
import type { Click, ClickCount, LinkClicks } from '../links/click.js'
import type { AccountId, MessageId } from '../values/ids.js'

/** The URLs of tracking links that went out, and who asked for them. What goes out with a single send is added with it. */
export interface ClickStore {
  /** Adds the URLs that go out with messages of the account, those that are there already left as they are. */
  add(account: AccountId, annotations: readonly Annotation[]): Promise<void>
  /**
   * Counts a click under its code if that went out with a message, else under none, and keeps it where it is one of the
   * first `CLICKS_KEPT_MAX` of its URL by such a visitor. Answers the count with it. Several at once follow each other.
   */
  record(click: Click): Promise<ClickCount>
  /** Of the URLs that went out with the message, by link; their clicks in the order they were counted. */
  of(account: AccountId, message: MessageId): Promise<readonly LinkClicks[]>
}
