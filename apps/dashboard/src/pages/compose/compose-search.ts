export type ComposeSearch = {
  readonly draft?: string
  /** A group to begin with. */
  readonly group?: string
  /** A segment to begin with. */
  readonly segment?: string
  /** A template to begin with. */
  readonly template?: string
  /** When it is to be sent, to begin with. */
  readonly when?: 'once' | 'repeatedly'
  /** The local time to begin with, `YYYY-MM-DDTHH:mm`. */
  readonly at?: string
  readonly step?: 'review'
  /** Sending was undone: the draft needs a new idempotency key. */
  readonly undone?: true
}
