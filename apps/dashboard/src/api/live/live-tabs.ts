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

/** What the tabs tell each other. A tab asks for the state of the connection when it opens. */
type TabMessage = { readonly event: StreamEvent } | { readonly isLive: boolean } | { readonly asks: true }

/**
 * Live events of an account for this tab. Of all tabs of the browser that show the account, one keeps the connection and
 * passes the events on: with HTTP/1.1 a browser opens six connections to a server, and the pages need some themselves.
 * When that tab closes, the next one takes over and resumes after the last event.
 */
export async function followLive({ account, onEvent, onGap, onState, signal }: LiveOptions): Promise<void> {
  const channel = new BroadcastChannel(`carillon-live-${account}`)
  let last: string | null = null
  let state = false
  const show = (message: TabMessage) => {
    if ('event' in message) {
      last = message.event.id
      onEvent(message.event)
    } else if ('isLive' in message) onState((state = message.isLive))
  }
  const share = (message: TabMessage) => {
    show(message)
    channel.postMessage(message)
  }
  let isLeader = false
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (!('asks' in data)) show(data)
    else if (isLeader) channel.postMessage({ isLive: state } satisfies TabMessage)
  }
  channel.postMessage({ asks: true } satisfies TabMessage)
  signal.addEventListener('abort', () => channel.close(), { once: true })
  await withLock(`carillon-live-${account}`, signal, () =>
    withConnectionPermit(signal, async () => {
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
async function withLock(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  // Without HTTPS there are no locks, except on this computer itself: then each tab has its own connection.
  if (!('locks' in navigator)) return work()
  try {
    await navigator.locks.request(name, { signal }, work)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Several accounts in several tabs share these connections. */
const PERMITS = ['carillon-live-slot-1', 'carillon-live-slot-2', 'carillon-live-slot-3'] as const

/** Waits until fewer than three tabs of the browser have a connection, and holds a permit until the work ends. */
async function withConnectionPermit(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const waiting = new AbortController()
  const stop = AbortSignal.any([signal, waiting.signal])
  let isTaken = false
  await Promise.allSettled(
    PERMITS.map((name) =>
      withLock(name, stop, async () => {
        if (isTaken) return
        isTaken = true
        await work()
        waiting.abort()
      }),
    ),
  )
}
