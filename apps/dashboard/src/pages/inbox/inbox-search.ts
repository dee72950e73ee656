export const INBOX_VIEWS = ['open', 'mine', 'unread', 'closed'] as const
export type InboxView = (typeof INBOX_VIEWS)[number]

export type InboxSearch = {
  /** Default: open. */
  readonly view?: InboxView
  readonly phone?: string
  readonly cursor?: string
  /** The conversation that is shown. */
  readonly conversation?: string
}
