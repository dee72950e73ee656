/** Parses `Retry-After` in either of its forms; null if the header is missing or invalid. */
export function retryAfterMs(header: string | readonly string[] | undefined, now: Date): number | null {
  const text = (typeof header === 'string' ? header : header?.[0])?.trim() ?? ''
  if (SECONDS.test(text)) return Math.min(Number(text) * 1_000, LONGEST_MS)
  if (!DATES.some((form) => form.test(text))) return null
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - now.getTime()), LONGEST_MS)
}

/** A cap above any useful delay, so that huge numbers cannot overflow later. */
const LONGEST_MS = 365 * 86_400_000

const SECONDS = /^\d+$/

/** The date format of HTTP, and the two obsolete formats that recipients must still accept. */
const DATES = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
]
