/**
 * The parts of inbound texts, until all parts of a text are there. The SMSC may deliver them to several processes, and
 * it sends no part again that was acknowledged, so they are stored before they are acknowledged.
 */
export interface InboundParts {
  /**
   * Stores a part, and returns all parts of its text that are there, by their number; a part that is there already
   * stays as it was. Returns null for a part of a text that was finished a short while ago and had the same part: it is
   * repeated. Another part with the key of a finished text begins a new text.
   */
  add(part: InboundPart): Promise<readonly InboundPart[] | null>
  /** The text has been delivered. Its parts are kept for a short while, for `add` to know them again, until `trim`. */
  finish(key: string): Promise<void>
  /**
   * The parts of texts whose first part was stored before `before`. For a while, no other call returns the same texts.
   */
  claimOverdue(options: { readonly before: Date; readonly limit: number }): Promise<readonly (readonly InboundPart[])[]>
  /** Deletes texts that were finished a while ago, the oldest first. One call may leave some of them for the next. */
  trim(): Promise<void>
}

export type InboundPart = {
  /** What the parts of one text have in common. */
  readonly key: string
  /** 1 is the first. */
  readonly part: number
  readonly parts: number
  readonly from: string
  readonly to: string
  /** Unique. A text has the id of its first part. */
  readonly id: string
  readonly dataCoding: number
  readonly octets: Uint8Array
  readonly at: Date
}
