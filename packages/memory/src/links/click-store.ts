import {
  CLICKS_KEPT_MAX,
  utcDayOf,
  type AccountId,
  type MessageLink,
  type BroadcastRange,
  type Click,
  type ClickCount,
  type ClickStore,
  type DaySpan,
  type LinkClicks,
  type MessageId,
  type PageRequest,
} from '@carillon/core'
import { NO_CLICK_DAY, clickDayKey } from '../tables/click-day.js'
import { by } from '../tables/order.js'
import { messageLinkPart, linkKey, type StoredClicks, type Tables } from '../tables/tables.js'
import { MemoryClickStats } from './click-stats.js'

type ClickTables = Pick<Tables, 'messageLinks' | 'clicks' | 'clickDays' | 'messages'>

export class MemoryClickStore implements ClickStore {
  private readonly stats: MemoryClickStats

  constructor(private readonly tables: ClickTables) {
    this.stats = new MemoryClickStats(tables)
  }

  async add(account: AccountId, messageLinks: readonly MessageLink[]) {
    for (const { link, code, message } of messageLinks) {
      if (this.find(account, link, code) !== undefined) continue
      this.tables.messageLinks.put({ account, link, code, message })
      this.tables.clicks.put({ ...NONE, account, link, code, message })
    }
  }

  async record(click: Click): Promise<ClickCount> {
    const { account, link, code, at, visitor, agent } = click
    const before = (code === null ? undefined : this.find(account, link, code)) ?? this.bare(account, link)
    const counted = countedWith(before, click)
    const isKept = (visitor === 'person' ? counted.people : counted.bots) <= CLICKS_KEPT_MAX
    const clicks = isKept ? [...before.clicks, { at, visitor, agent }] : before.clicks
    const stored = { ...before, ...counted, clicks }
    this.tables.clicks.put(stored)
    this.countDay(click, stored)
    return countOf(stored)
  }

  async of(account: AccountId, message: MessageId): Promise<readonly LinkClicks[]> {
    const messageLinks = this.tables.messageLinks.of(messageLinkPart({ account, message }))
    const stored = messageLinks.map(({ link, code }) => this.find(account, link, code)!)
    return stored.map((one) => ({ ...countOf(one), clicks: one.clicks })).sort(by(({ link }) => link))
  }

  async knows(account: AccountId, link: string) {
    return this.stats.knows(account, link)
  }

  async totalsOf(account: AccountId, links: readonly string[]) {
    return this.stats.totalsOf(account, links)
  }

  async sentOf(account: AccountId, link: string) {
    return this.stats.sentOf(account, link)
  }

  async days(account: AccountId, link: string, span: DaySpan) {
    return this.stats.days(account, link, span)
  }

  async recipientsOf(account: AccountId, link: string, page: PageRequest) {
    return this.stats.recipientsOf(account, link, page)
  }

  async ofBroadcast(broadcast: BroadcastRange) {
    return this.stats.ofBroadcast(broadcast)
  }

  async recipientsOfBroadcast(broadcast: BroadcastRange, query: PageRequest & { readonly link: string | null }) {
    return this.stats.recipientsOfBroadcast(broadcast, query)
  }

  private find(account: AccountId, link: string, code: string | null) {
    return this.tables.clicks.get(account, linkKey({ link, code }))
  }

  private bare(account: AccountId, link: string): StoredClicks {
    return this.find(account, link, null) ?? { ...NONE, account, link, code: null, message: null }
  }

  /** The given count already includes the click. */
  private countDay(click: Click, { message, people }: ClickCount) {
    const { account, link, at, visitor } = click
    const day = utcDayOf(at)
    const before = this.tables.clickDays.get(account, clickDayKey({ link, day })) ?? NO_CLICK_DAY
    const isFirst = message !== null && visitor === 'person' && people === 1
    const recipients = before.recipients + (isFirst ? 1 : 0)
    this.tables.clickDays.put({ ...before, account, link, day, ...countedWith(before, click), recipients })
  }
}

const NONE = { people: 0, bots: 0, firstAt: null, lastAt: null, clicks: [] } as const

type Counts = Pick<ClickCount, 'people' | 'bots' | 'firstAt' | 'lastAt'>

function countedWith({ people, bots, firstAt, lastAt }: Counts, { visitor, at }: Click): Counts {
  return visitor === 'person'
    ? { people: people + 1, bots, ...spanWith({ firstAt, lastAt }, at) }
    : { people, bots: bots + 1, firstAt, lastAt }
}

/** Clicks can arrive out of order, because the clocks of processes differ. */
function spanWith({ firstAt, lastAt }: Pick<Counts, 'firstAt' | 'lastAt'>, at: Date) {
  return {
    firstAt: firstAt === null || at < firstAt ? at : firstAt,
    lastAt: lastAt === null || at > lastAt ? at : lastAt,
  }
}

function countOf({ link, code, message, people, bots, firstAt, lastAt }: StoredClicks): ClickCount {
  return { link, code, message, people, bots, firstAt, lastAt }
}
