export const PEOPLE = ['queued', 'sent', 'failed', 'clicked'] as const
export type People = (typeof PEOPLE)[number]

export type BroadcastSearch = {
  /** Whose messages are listed. */
  readonly people?: People
  /** With `failed`: only for this reason. */
  readonly reason?: string
  /** With `clicked`: only on this link. */
  readonly link?: string
  readonly page?: number
  readonly cursor?: string
  /** The draft that it was sent from, so that undoing can go back to it. */
  readonly draft?: string
}
