import type { Schema } from '@carillon/client'

export type Totals = Schema<'ClickTotals'>

/** How many of those it was sent to have followed it; none where nobody was, or nothing of it is kept. */
export function rateOf({ recipients, sent }: { readonly recipients: number; readonly sent: number }): string {
  return sent === 0 ? '-' : `${((100 * recipients) / sent).toFixed(1)} %`
}

export function dayOf(instant: string | undefined): string {
  return instant?.slice(0, 'YYYY-MM-DD'.length) ?? '-'
}
