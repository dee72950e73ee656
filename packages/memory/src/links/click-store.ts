import {
  CLICKS_KEPT_MAX,
  isRepeat,
  networkOnUrl,
  utcDayOf,
  withCounted,
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
  type RecordedClick,
} from '@carillon/core'
import { NO_CLICK_DAY, clickDayKey } from '../tables/click-day.js'
import { clickNetworkKey } from '../tables/click-network.js'
import { by } from '../tables/order.js'
import { messageLinkPart, linkKey } from '../tables/keys.js'
import type { StoredClicks } from '../tables/stored-rows.js'
import type { Tables } from '../tables/tables.js'
import { MemoryClickStats } from './click-stats.js'

type ClickTables = Pick<Tables, 'messageLinks' | 'clicks' | 'clickDays' | 'clickNetworks' | 'messages'>

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

  async record(click: Click): Promise<RecordedClick> {
    const { account, link, code, at, visitor, agent } = click
    const before = (code === null ? undefined : this.find(account, link, code)) ?? this.bare(account, link)
    const kind = visitor === 'person' && !this.countsNetwork(click, before.code) ? 'repeat' : visitor
    const counted = countedWith(before, { kind, at })
    const isKept = kind !== 'repeat' && (kind === 'person' ? counted.people : counted.bots) <= CLICKS_KEPT_MAX
    const clicks = isKept ? [...before.clicks, { at, visitor, agent }] : before.clicks
    const stored = { ...before, ...counted, clicks }
    this.tables.clicks.put(stored)
    this.countDay({ kind, at }, stored)
    return { ...countOf(stored), isRepeat: kind === 'repeat' }
  }

  async of(account: AccountId, message: MessageId): Promise<readonly LinkClicks[]> {
    const messageLinks = this.tables.messageLinks.of(messageLinkPart({ account, message }))
    const stored = messageLinks.map(({ link, code }) => this.find(account, link, code)!)
    return stored.map((one) => ({ ...countOf(one), clicks: one.clicks })).sort(by(({ link }) => link))
  }

  async trimNetworks(account: AccountId, until: Date, limit: number) {
    const { clickNetworks } = this.tables
    const old = clickNetworks.of(account).filter(({ countedAt }) => countedAt[0]! <= until)
    const trimmed = old.sort(by(({ countedAt }) => countedAt[0]!)).slice(0, limit)
    for (const network of trimmed) clickNetworks.remove(account, clickNetworkKey(network))
    return trimmed.length
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

  /** Whether the click counts as a click by a person; if so, remembers it for its network. */
  private countsNetwork({ account, link, at, network: visitor }: Click, code: string | null): boolean {
    if (visitor === null) return true
    const { clickNetworks } = this.tables
    const network = networkOnUrl(visitor, code)
    const { countedAt } = clickNetworks.get(account, clickNetworkKey({ link, code, network })) ?? { countedAt: [] }
    if (isRepeat(countedAt, at)) return false
    clickNetworks.put({ account, link, code, network, countedAt: withCounted(countedAt, at) })
    return true
  }

  /** The given count already includes the click. */
  private countDay(click: CountedAs, { account, link, message, people }: StoredClicks) {
    const day = utcDayOf(click.at)
    const before = this.tables.clickDays.get(account, clickDayKey({ link, day })) ?? NO_CLICK_DAY
    const isFirst = message !== null && click.kind === 'person' && people === 1
    const recipients = before.recipients + (isFirst ? 1 : 0)
    this.tables.clickDays.put({ ...before, account, link, day, ...countedWith(before, click), recipients })
  }
}

const NONE = { people: 0, bots: 0, repeats: 0, firstAt: null, lastAt: null, clicks: [] } as const

type CountedAs = Pick<Click, 'at'> & { readonly kind: Click['visitor'] | 'repeat' }

type Counts = Pick<ClickCount, 'people' | 'bots' | 'repeats' | 'firstAt' | 'lastAt'>

function countedWith({ people, bots, repeats, firstAt, lastAt }: Counts, { kind, at }: CountedAs): Counts {
  const counts = { people, bots, repeats, firstAt, lastAt }
  if (kind === 'repeat') return { ...counts, repeats: repeats + 1 }
  if (kind === 'bot') return { ...counts, bots: bots + 1 }
  return { ...counts, people: people + 1, ...spanWith({ firstAt, lastAt }, at) }
}

/** Clicks can arrive out of order, because the clocks of processes differ. */
function spanWith({ firstAt, lastAt }: Pick<Counts, 'firstAt' | 'lastAt'>, at: Date) {
  return {
    firstAt: firstAt === null || at < firstAt ? at : firstAt,
    lastAt: lastAt === null || at > lastAt ? at : lastAt,
  }
}

function countOf({ link, code, message, people, bots, repeats, firstAt, lastAt }: StoredClicks): ClickCount {
  return { link, code, message, people, bots, repeats, firstAt, lastAt }
}
