import {
  CLICKS_KEPT_MAX,
  type AccountId,
  type Annotation,
  type Click,
  type ClickCount,
  type ClickStore,
  type LinkClicks,
  type MessageId,
} from '@carillon/core'
import { by } from './order.js'
import { annotationPart, linkKey, type StoredClicks, type Tables } from './tables.js'

export class MemoryClickStore implements ClickStore {
  constructor(private readonly tables: Pick<Tables, 'annotations' | 'clicks'>) {}

  async add(account: AccountId, annotations: readonly Annotation[]) {
    for (const { link, code, message } of annotations) {
      if (this.find(account, link, code) !== undefined) continue
      this.tables.annotations.put({ account, link, code, message })
      this.tables.clicks.put({ ...NONE, account, link, code, message })
    }
  }

  async record({ account, link, code, at, visitor, agent }: Click): Promise<ClickCount> {
    const before = (code === null ? undefined : this.find(account, link, code)) ?? this.bare(account, link)
    const [people, bots] = visitor === 'person' ? [before.people + 1, before.bots] : [before.people, before.bots + 1]
    const { firstAt, lastAt } = visitor === 'person' ? spanWith(before, at) : before
    const isKept = (visitor === 'person' ? people : bots) <= CLICKS_KEPT_MAX
    const clicks = isKept ? [...before.clicks, { at, visitor, agent }] : before.clicks
    const stored = { ...before, people, bots, firstAt, lastAt, clicks }
    this.tables.clicks.put(stored)
    return countOf(stored)
  }

  async of(account: AccountId, message: MessageId): Promise<readonly LinkClicks[]> {
    const annotations = this.tables.annotations.of(annotationPart({ account, message }))
    const stored = annotations.map(({ link, code }) => this.find(account, link, code)!)
    return stored.map((one) => ({ ...countOf(one), clicks: one.clicks })).sort(by(({ link }) => link))
  }

  private find(account: AccountId, link: string, code: string | null) {
    return this.tables.clicks.get(account, linkKey({ link, code }))
  }

  private bare(account: AccountId, link: string): StoredClicks {
    return this.find(account, link, null) ?? { ...NONE, account, link, code: null, message: null }
  }
}

const NONE = { people: 0, bots: 0, firstAt: null, lastAt: null, clicks: [] } as const

/** Clicks can come in another order than they happened in: processes have clocks of their own. */
function spanWith({ firstAt, lastAt }: ClickCount, at: Date): Pick<ClickCount, 'firstAt' | 'lastAt'> {
  return {
    firstAt: firstAt === null || at < firstAt ? at : firstAt,
    lastAt: lastAt === null || at > lastAt ? at : lastAt,
  }
}

function countOf({ link, code, message, people, bots, firstAt, lastAt }: StoredClicks): ClickCount {
  return { link, code, message, people, bots, firstAt, lastAt }
}
