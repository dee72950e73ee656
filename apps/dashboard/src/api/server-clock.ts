/** How far the clock of the service is ahead of this computer's, as far as responses have shown. */
let ahead = { minMs: -Infinity, maxMs: Infinity }

/**
 * Learns from the `Date` of a response, which has whole seconds: the service wrote it between the request and the
 * response. Each response narrows the range. A response outside of it means that one of the clocks was set.
 */
export function noteServerTime(date: string | null, times: { readonly sentMs: number; readonly receivedMs: number }) {
  const ms = Date.parse(date ?? '')
  if (Number.isNaN(ms)) return
  ahead = narrowed(ahead, { minMs: ms - times.receivedMs, maxMs: ms + 999 - times.sentMs })
}

/** The present time of the service. */
export function serverNowMs(nowMs = Date.now()): number {
  const { minMs, maxMs } = ahead
  return Number.isFinite(minMs) ? nowMs + (minMs + maxMs) / 2 : nowMs
}

type Range = { readonly minMs: number; readonly maxMs: number }

function narrowed(known: Range, found: Range): Range {
  const both = { minMs: Math.max(known.minMs, found.minMs), maxMs: Math.min(known.maxMs, found.maxMs) }
  return both.minMs <= both.maxMs ? both : found
}
