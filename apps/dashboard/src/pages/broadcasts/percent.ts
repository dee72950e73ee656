const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

/** A fraction of the API: 98.7%. A dash if there is nothing that it could be a fraction of. */
export function formatPercent(fraction: number | null): string {
  return fraction === null ? '–' : PERCENT.format(fraction)
}
