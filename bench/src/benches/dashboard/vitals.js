/**
 * Runs in every page before its own scripts. LCP ends at the first interaction; the largest time of an interaction is
 * INP as long as there are fewer than fifty. Chromium reports only interactions that took at least 16 ms.
 */
export const WATCH_VITALS = `(() => {
  const vitals = { lcp: 0, shifts: [], interactions: [], longTasks: [] }
  globalThis.vitals = vitals
  const observe = (type, note, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...options })
  observe('largest-contentful-paint', ({ startTime }) => (vitals.lcp = startTime))
  observe('layout-shift', ({ hadRecentInput, startTime, value }) => {
    if (!hadRecentInput) vitals.shifts.push({ startTime, value })
  })
  observe('event', ({ interactionId, duration, name }) => {
    if (interactionId > 0) vitals.interactions.push({ name, duration })
  }, { durationThreshold: 16 })
  observe('longtask', ({ duration }) => vitals.longTasks.push(duration))
})()`

const WINDOW_MS = 5_000
const GAP_MS = 1_000
/** What Chromium does not report took less than this. */
const UNREPORTED_MS = 16

/** What the page has measured since it was opened. */
export async function vitalsOf(page) {
  const { lcp, shifts, longTasks } = await page.evaluate('globalThis.vitals')
  return { lcp, cls: clsOf(shifts), longestTask: Math.max(0, ...longTasks) }
}

/** The slowest interaction during `act`, in ms, from the input to the next frame. */
export async function interactionTime(page, act) {
  await page.evaluate('void (globalThis.vitals.interactions = [])')
  await act(page)
  await painted(page)
  const interactions = await page.evaluate('globalThis.vitals.interactions')
  return Math.max(UNREPORTED_MS, ...interactions.map(({ duration }) => duration))
}

/** Until the last frame is shown, and the observers were told of it. */
async function painted(page) {
  await page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))))',
  )
}

/** The largest sum of shifts that follow each other within a second, over at most five seconds. */
function clsOf(shifts) {
  let [largest, sum, first, last] = [0, 0, -Infinity, -Infinity]
  for (const { startTime, value } of shifts) {
    const isSameWindow = startTime - last < GAP_MS && startTime - first < WINDOW_MS
    if (!isSameWindow) [sum, first] = [0, startTime]
    sum += value
    last = startTime
    largest = Math.max(largest, sum)
  }
  return largest
}
