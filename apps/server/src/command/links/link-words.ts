import type { Schema } from '@carillon/client'

export type Totals = Schema<'ClickTotals'>

/** The percentage of recipients who followed the link; `-` if it was not sent, or its sends are no longer stored. */
export function rateOf({ recipients, sent }: { readonly recipients: number; readonly sent: number }): string {
  return sent === 0 ? '-' : `${((100 * recipients) / sent).toFixed(1)} %`
}

export function dayOf(instant: string | undefined): string {
  return instant?.slice(0, 'YYYY-MM-DD'.length) ?? '-'
}
