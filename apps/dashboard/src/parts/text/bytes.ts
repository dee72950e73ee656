const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'] as const
const NUMBERS = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** A size as people read it: 12.3 MB. */
export function formatBytes(bytes: number): string {
  let size = bytes
  let unit = 0
  // From 999.5 on, three digits would round to a thousand of this unit.
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1_000
    unit += 1
  }
  return `${NUMBERS.format(size)} ${UNITS[unit]}`
}
