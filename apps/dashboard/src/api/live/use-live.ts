import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keyOf } from '../read.js'
import { followLive } from './live-tabs.js'
import { NOUNS_OF_TOPIC } from './topics.js'

/** One change often comes with others, which are fetched with it. */
const GATHER_MS = 250
/** A broadcast changes many times a second, and a person reads more slowly: what changed is fetched at most this often. */
const INTERVAL_MS = 2_000

/**
 * Fetches again what changes on the server, for as long as the page of an account is open. Lists keep their filters, so
 * nothing appears in a list that does not belong there. Returns whether the connection is live.
 */
export function useLive(account: string | undefined): boolean {
  const queryClient = useQueryClient()
  const [isLive, setIsLive] = useState(true)
  useEffect(() => {
    if (account === undefined) return
    const closing = new AbortController()
    const refresh = refresher(queryClient, account, closing.signal)
    void followLive({
      account,
      signal: closing.signal,
      onState: setIsLive,
      onGap: () => Object.keys(NOUNS_OF_TOPIC).forEach(refresh),
      onEvent: ({ topic }) => refresh(topic),
    })
    return () => closing.abort()
  }, [account, queryClient])
  return isLive
}

function refresher(queryClient: QueryClient, account: string, signal: AbortSignal): (topic: string) => void {
  const due = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  // The page has just been read.
  let lastMs = performance.now()
  const run = () => {
    timer = undefined
    lastMs = performance.now()
    for (const noun of new Set([...due].flatMap((topic) => NOUNS_OF_TOPIC[topic] ?? []))) {
      void queryClient.invalidateQueries({ queryKey: keyOf(noun, account) })
    }
    due.clear()
  }
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  return (topic) => {
    due.add(topic)
    timer ??= setTimeout(run, Math.max(GATHER_MS, lastMs + INTERVAL_MS - performance.now()))
  }
}
