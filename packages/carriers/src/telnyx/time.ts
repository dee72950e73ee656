/** Telnyx writes a time as ISO 8601, or with a space and without a zone, which is then UTC. */
export function timeOf(text: string | null): Date | null {
  if (text === null) return null
  const iso = text.trim().replace(' ', 'T')
  const time = new Date(/(?:Z|[+-]\d\d:?\d\d)$/i.test(iso) ? iso : `${iso}Z`)
  return Number.isNaN(time.getTime()) ? null : time
}
