import type { AccountId, ClickDay, ClickTotals } from '@carillon/core'

/** The clicks of a UTC day, with the first and the last click by a person. */
export type StoredClickDay = ClickDay &
  Pick<ClickTotals, 'firstAt' | 'lastAt'> & {
    readonly account: AccountId
    readonly link: string
    /** The number of URLs in deleted messages of the day. */
    readonly sent: number
  }

export const NO_CLICK_DAY = {
  ...{ people: 0, bots: 0, repeats: 0, recipients: 0, sent: 0 },
  ...{ firstAt: null, lastAt: null },
} as const

export function clickDayKey({ link, day }: Pick<StoredClickDay, 'link' | 'day'>): string {
  return `${day} ${link}`
}
