import type { FakeSms } from '../fake-sms.js'
import { feedChanges, shownOf, type FeedEvent, type Shown } from './feed-changes.js'

/** How many texts are looked at: with more than these between two looks, the older of them are not shown live. */
const NEWEST_MAX = 200
/** What other processes have brought about is seen within this time. */
const LOOK_EVERY_MS = 250
/** However much goes on in this process. */
const LOOKS_APART_MS = 25

export type Watcher = (events: readonly FeedEvent[]) => void

export type TextFeedOptions = {
  readonly fakeSms: FakeSms
  /** Is told when the outbox cannot be read, once until it can be again; and what a watcher throws. */
  readonly onError: (error: unknown) => void
}

/**
 * Tells whoever watches what becomes of the texts on all phones, whichever process brings it about: it looks again and
 * again, and at once where it is this one. Nobody watching costs nothing.
 */
export class TextFeed {
  private readonly watchers = new Set<Watcher>()
  /** Those who are still to be told everything. */
  private readonly newcomers = new Set<Watcher>()
  private shown: Shown = new Map()
  private timer: NodeJS.Timeout | undefined
  private isLooking = false
  private isStale = false
  private isFailing = false
  private lookedAtMs = -Infinity
  private stopListening: (() => void) | null = null

  constructor(private readonly given: TextFeedOptions) {}

  /** Tells it everything, and then the news. What is returned ends it. */
  watch(watcher: Watcher): () => void {
    this.newcomers.add(watcher)
    this.stopListening ??= this.given.fakeSms.onChange(() => this.lookSoon())
    this.lookSoon()
    return () => this.leave(watcher)
  }

  private leave(watcher: Watcher) {
    this.watchers.delete(watcher)
    this.newcomers.delete(watcher)
    if (this.isWatched) return
    clearTimeout(this.timer)
    this.stopListening?.()
    this.stopListening = null
    this.shown = new Map()
  }

  private get isWatched(): boolean {
    return this.watchers.size + this.newcomers.size > 0
  }

  private lookSoon() {
    if (this.isLooking) this.isStale = true
    else this.lookIn(this.lookedAtMs + LOOKS_APART_MS - performance.now())
  }

  private lookIn(ms: number) {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.look(), Math.max(0, ms))
  }

  /** One at a time, so that nobody is told of an earlier state after a later one. */
  private async look() {
    const newcomers = [...this.newcomers]
    this.isLooking = true
    this.isStale = false
    try {
      const texts = await this.given.fakeSms.texts({ phone: null, limit: NEWEST_MAX })
      this.isFailing = false
      const news = feedChanges(this.shown, texts, { limit: NEWEST_MAX })
      this.shown = shownOf(texts)
      if (news.length > 0) for (const watcher of this.watchers) this.tell(watcher, news)
      this.begin(newcomers, [{ kind: 'texts', texts, isWhole: texts.length < NEWEST_MAX }])
    } catch (error) {
      if (!this.isFailing && this.isWatched) this.given.onError(error)
      this.isFailing = true
    }
    this.isLooking = false
    this.lookedAtMs = performance.now()
    if (!this.isWatched) return
    if (this.isStale) this.lookSoon()
    else this.lookIn(LOOK_EVERY_MS)
  }

  private begin(newcomers: readonly Watcher[], all: readonly FeedEvent[]) {
    for (const watcher of newcomers) {
      if (!this.newcomers.delete(watcher)) continue
      this.watchers.add(watcher)
      this.tell(watcher, all)
    }
  }

  /** What one of them does wrong does not keep the news from the others. */
  private tell(watcher: Watcher, events: readonly FeedEvent[]) {
    try {
      watcher(events)
    } catch (error) {
      this.given.onError(error)
    }
  }
}
