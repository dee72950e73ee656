import type { FakeSms } from '../fake-sms.js'
import { feedChanges, shownOf, type FeedEvent, type Shown } from './feed-changes.js'

/** How many texts each poll reads. If more arrive between two polls, the older of them are not shown live. */
const NEWEST_MAX = 200
/** Changes by other processes are seen within this time. */
const POLL_EVERY_MS = 250
/** The minimum time between two polls, even if this process makes many changes. */
const POLL_APART_MS = 25

export type Watcher = (events: readonly FeedEvent[]) => void

export type TextFeedOptions = {
  readonly fakeSms: FakeSms
  /** Receives the errors that watchers throw, and one error for each period in which the outbox cannot be read. */
  readonly onError: (error: unknown) => void
}

/**
 * Reports changes to the texts on all phones to its watchers, whichever process makes them. It polls the outbox
 * regularly, and immediately after a change in this process. Without watchers it does nothing.
 */
export class TextFeed {
  private readonly watchers = new Set<Watcher>()
  /** Watchers that have not received the initial texts yet. */
  private readonly newcomers = new Set<Watcher>()
  private shown: Shown = new Map()
  private timer: NodeJS.Timeout | undefined
  private isPolling = false
  private isStale = false
  private isFailing = false
  private polledAtMs = -Infinity
  private stopListening: (() => void) | null = null

  constructor(private readonly given: TextFeedOptions) {}

  /** Sends the newest texts to the watcher, then each change. Call the returned function to stop. */
  watch(watcher: Watcher): () => void {
    this.newcomers.add(watcher)
    this.stopListening ??= this.given.fakeSms.onChange(() => this.pollSoon())
    this.pollSoon()
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

  private pollSoon() {
    if (this.isPolling) this.isStale = true
    else this.pollIn(this.polledAtMs + POLL_APART_MS - performance.now())
  }

  private pollIn(ms: number) {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.poll(), Math.max(0, ms))
  }

  /** Runs one poll at a time, so that no watcher gets an older state after a newer one. */
  private async poll() {
    const newcomers = [...this.newcomers]
    this.isPolling = true
    this.isStale = false
    try {
      const texts = await this.given.fakeSms.texts({ phone: null, limit: NEWEST_MAX })
      this.isFailing = false
      const news = feedChanges(this.shown, texts, { limit: NEWEST_MAX })
      this.shown = shownOf(texts)
      if (news.length > 0) for (const watcher of this.watchers) this.notify(watcher, news)
      this.begin(newcomers, [{ kind: 'texts', texts, isWhole: texts.length < NEWEST_MAX }])
    } catch (error) {
      if (!this.isFailing && this.isWatched) this.given.onError(error)
      this.isFailing = true
    }
    this.isPolling = false
    this.polledAtMs = performance.now()
    if (!this.isWatched) return
    if (this.isStale) this.pollSoon()
    else this.pollIn(POLL_EVERY_MS)
  }

  private begin(newcomers: readonly Watcher[], all: readonly FeedEvent[]) {
    for (const watcher of newcomers) {
      if (!this.newcomers.delete(watcher)) continue
      this.watchers.add(watcher)
      this.notify(watcher, all)
    }
  }

  /** An error in one watcher does not affect the others. */
  private notify(watcher: Watcher, events: readonly FeedEvent[]) {
    try {
      watcher(events)
    } catch (error) {
      this.given.onError(error)
    }
  }
}
