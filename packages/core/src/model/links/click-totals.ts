import type { MessageId } from '../../values/ids.js'

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
