import { ApiError, errorOf } from '../api-error.js'
import { eventsIn, type StreamEvent } from './event-stream.js'

export type LiveConnectionOptions = {
  readonly url: string
  /** The last event that any tab has seen. */
  readonly lastEventId: () => string | null
  readonly onEvent: (event: StreamEvent) => void
  readonly onState: (isLive: boolean) => void
  readonly signal: AbortSignal
}

const WAIT_MIN_MS = 1_000
const WAIT_MAX_MS = 30_000

/**
 * Keeps one connection open until it is aborted, and resumes after every interruption. Ends by itself if the service
 * refuses the person: then there is nothing to wait for.
 */
export async function keepConnected(options: LiveConnectionOptions): Promise<void> {
  const { signal, onState } = options
  let wait = WAIT_MIN_MS
  while (!signal.aborted) {
    try {
      await readEvents(options, () => (wait = WAIT_MIN_MS))
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) return onState(false)
    }
    onState(false)
    // Many browsers lose a server at the same moment, and must not all come back at the same moment.
    await pause(wait * (0.5 + Math.random() / 2), signal)
    wait = Math.min(wait * 2, WAIT_MAX_MS)
  }
}

async function readEvents({ url, lastEventId, onEvent, onState, signal }: LiveConnectionOptions, onOpen: () => void) {
  const last = lastEventId()
  const response = await fetch(url, {
    headers: { Accept: 'text/event-stream', ...(last !== null && { 'Last-Event-ID': last }) },
    signal,
  })
  if (!response.ok || response.body === null) throw await errorOf(response)
  onOpen()
  onState(true)
  for await (const event of eventsIn(chunksOf(response.body))) onEvent(event)
}

/** Not every browser can iterate over a stream. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
