import {
  groupBy,
  isMessageOf,
  type AccountId,
  type BroadcastClicks,
  type BroadcastRange,
  type ClickDay,
  type ClickTotals,
  type DaySpan,
  type Page,
  type PageRequest,
  type RecipientClicks,
} from '@carillon/core'
import type { StoredClickDay } from '../tables/click-day.js'
import { by, downward, pageOf } from '../tables/order.js'
import type { StoredClicks } from '../tables/stored-rows.js'
import type { Tables } from '../tables/tables.js'

/** Reads the clicks on many URLs. */
export class MemoryClickStats {
  constructor(private readonly tables: Pick<Tables, 'clicks' | 'clickDays' | 'messages'>) {}

  knows(account: AccountId, link: string): boolean {
    return [...this.tables.clicks.of(account), ...this.tables.clickDays.of(account)].some((one) => one.link === link)
  }

  totalsOf(account: AccountId, links: readonly string[]): ReadonlyMap<string, ClickTotals> {
    const days = this.followedDays(account).filter(({ link }) => links.includes(link))
    return new Map(
      [...groupBy(days, ({ link }) => link)].map(([link, some]) => [
        link,
        { ...sumsOf(some), recipients: some.reduce((sum, { recipients }) => sum + recipients, 0) },
      ]),
    )
  }

  sentOf(account: AccountId, link: string): number {
    const kept = this.tables.clicks.of(account).filter((one) => one.link === link && one.message !== null)
    const days = this.tables.clickDays.of(account).filter((one) => one.link === link)
    return days.reduce((sum, { sent }) => sum + sent, kept.length)
  }

  days(account: AccountId, link: string, { from, to }: DaySpan): readonly ClickDay[] {
    const days = this.followedDays(account).filter((one) => one.link === link && from <= one.day && one.day <= to)
    const listed = days.map(({ day, people, bots, repeats, recipients }) => ({
      day,
      people,
      bots,
      repeats,
      recipients,
    }))
    return listed.sort(by(({ day }) => day))
  }

  recipientsOf(account: AccountId, link: string, page: PageRequest): Page<RecipientClicks> {
    return this.recipients(
      this.tables.clicks.of(account).filter((one) => one.link === link),
      page,
    )
  }

  ofBroadcast(broadcast: BroadcastRange): BroadcastClicks {
    const sent = this.sentWith(broadcast)
    const links = [...groupBy(sent, ({ link }) => link)].map(([link, urls]) => {
      return { link, sent: urls.length, ...sumsOf(urls), recipients: clickedIn(urls) }
    })
    return { recipients: clickedIn(sent), links: links.sort(by(({ link }) => link)) }
  }

  recipientsOfBroadcast(
    broadcast: BroadcastRange,
    { link, ...page }: PageRequest & { readonly link: string | null },
  ): Page<RecipientClicks> {
    const sent = this.sentWith(broadcast)
    return this.recipients(link === null ? sent : sent.filter((one) => one.link === link), page)
  }

  private followedDays(account: AccountId): readonly StoredClickDay[] {
    return this.tables.clickDays.of(account).filter(({ people, bots, repeats }) => people + bots + repeats > 0)
  }

  private sentWith(broadcast: BroadcastRange): readonly StoredClicks[] {
    const sent = this.tables.clicks.of(broadcast.account)
    return sent.filter(({ message }) => message !== null && isMessageOf(broadcast, message))
  }

  private recipients(sent: readonly StoredClicks[], page: PageRequest): Page<RecipientClicks> {
    const clicked = [...groupBy(sent, ({ message }) => message)].flatMap(([message, urls]) => {
      const { firstAt, lastAt, ...counts } = sumsOf(urls)
      if (message === null || firstAt === null || lastAt === null) return []
      const to = this.tables.messages.get(urls[0]!.account, message)?.to ?? null
      return [{ message, to, ...counts, firstAt, lastAt }]
    })
    return pageOf(clicked.sort(NEWEST_CLICK_FIRST), page)
  }
}

const NEWEST_CLICK_FIRST = downward<RecipientClicks>(
  by(
    ({ firstAt }) => firstAt,
    ({ message }) => message,
  ),
)

type Counts = Pick<ClickTotals, 'people' | 'bots' | 'repeats' | 'firstAt' | 'lastAt'>

function sumsOf(counts: readonly Counts[]): Counts {
  const firsts = counts.flatMap(({ firstAt }) => firstAt?.getTime() ?? [])
  const lasts = counts.flatMap(({ lastAt }) => lastAt?.getTime() ?? [])
  return {
    people: counts.reduce((sum, { people }) => sum + people, 0),
    bots: counts.reduce((sum, { bots }) => sum + bots, 0),
    repeats: counts.reduce((sum, { repeats }) => sum + repeats, 0),
    firstAt: firsts.length === 0 ? null : new Date(Math.min(...firsts)),
    lastAt: lasts.length === 0 ? null : new Date(Math.max(...lasts)),
  }
}

/** Counts the messages with a URL that a person followed. */
function clickedIn(sent: readonly StoredClicks[]): number {
  return new Set(sent.filter(({ people }) => people > 0).map(({ message }) => message)).size
}
