/** The documented delays after each failed try. Up to a tenth of a delay is added at random. */
const DELAYS_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
export const TRIES_MAX = DELAYS_S.length + 1
const JITTER = 0.1
const DAY_MS = 86_400_000
const ROUNDING_MS = 2

/** The earliest and the latest time for which the try after this one may be planned. */
export function spanAfter({ number, at, took_ms: tookMs, answer }) {
  const delayMs = Math.max(DELAYS_S[number - 1] * 1_000, Math.min(answer.retryAfterMs ?? 0, DAY_MS))
  const fromMs = at.getTime() + tookMs + delayMs
  return { fromMs: fromMs - ROUNDING_MS, toMs: fromMs + delayMs * JITTER + ROUNDING_MS }
}

/** Throws if the next try is planned for a time outside the schedule. */
export function judgeGap(last, nextAt) {
  const { fromMs, toMs } = spanAfter(last)
  const atMs = nextAt.getTime()
  if (atMs >= fromMs && atMs <= toMs + CLOCK_TICK_MS) return
  throw new Error(`try ${last.number + 1} is planned for ${nextAt.toISOString()} after ${JSON.stringify(last)}`)
}

/** The process may have waited for a CPU between the response and planning the next try. */
const CLOCK_TICK_MS = 250
