import { API_PATH } from '../call.js'
import type { StreamEvent } from './event-stream.js'
import { keepConnected } from './live-connection.js'

export type LiveOptions = {
  readonly account: string
  readonly onEvent: (event: StreamEvent) => void
  /** The first connection of this browser: what happened between the loading of the page and now is not known. */
  readonly onGap: () => void
  readonly onState: (isLive: boolean) => void
  readonly signal: AbortSignal
}

type News = { readonly event: StreamEvent } | { readonly isLive: boolean } | { readonly asks: true }

/**
 * Live events of an account for this tab. Of all tabs of the browser that show the account, one keeps the connection and
 * passes the events on: with HTTP/1.1 a browser opens six connections to a server, and the pages need some themselves.
 * When that tab closes, the next one takes over and resumes after the last event.
 */
export async function followLive({ account, onEvent, onGap, onState, signal }: LiveOptions): Promise<void> {
  const channel = new BroadcastChannel(`carillon-live-${account}`)
  let last: string | null = null
  let state = false
  const show = (news: News) => {
    if ('event' in news) {
      last = news.event.id
      onEvent(news.event)
    } else if ('isLive' in news) onState((state = news.isLive))
  }
  const share = (news: News) => {
    show(news)
    channel.postMessage(news)
  }
  let isLeader = false
  channel.onmessage = ({ data }: MessageEvent<News>) => {
    if (!('asks' in data)) show(data)
    else if (isLeader) channel.postMessage({ isLive: state } satisfies News)
  }
  channel.postMessage({ asks: true } satisfies News)
  signal.addEventListener('abort', () => channel.close(), { once: true })
  await alone(`carillon-live-${account}`, signal, () =>
    inSlot(signal, async () => {
      isLeader = true
      await keepConnected({
        url: `${API_PATH}/accounts/${encodeURIComponent(account)}/live`,
        lastEventId: () => last,
        onEvent: (event) => {
          if (last === null) onGap()
          share({ event })
        },
        onState: (isLive) => (signal.aborted ? undefined : share({ isLive })),
        signal,
      })
    }),
  )
}

/** Waits until no other tab holds the name, and then holds it until the work ends. */
async function alone(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  // Without HTTPS there are no locks, except on this computer itself: then each tab has its own connection.
  if (!('locks' in navigator)) return work()
  try {
    await navigator.locks.request(name, { signal }, work)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Several accounts in several tabs share these connections. */
const SLOTS = ['carillon-live-slot-1', 'carillon-live-slot-2', 'carillon-live-slot-3'] as const

/** Waits for any of the slots. */
async function inSlot(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const waiting = new AbortController()
  const stop = AbortSignal.any([signal, waiting.signal])
  let isTaken = false
  await Promise.allSettled(
    SLOTS.map((name) =>
      alone(name, stop, async () => {
        if (isTaken) return
        isTaken = true
        await work()
        waiting.abort()
      }),
    ),
  )
}
