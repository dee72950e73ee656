import type { Schema } from '@carillon/client'
import { clockOf } from '../../terminal/clock.js'

export type Totals = Schema<'ClickTotals'>

/** The percentage of recipients who followed the link; `-` if it was not sent, or its sends are no longer stored. */
export function rateOf({ recipients, sent }: { readonly recipients: number; readonly sent: number }): string {
  return sent === 0 ? '-' : `${((100 * recipients) / sent).toFixed(1)} %`
}

export function clickTimeOf(instant: string | undefined): string {
  return instant === undefined ? '-' : clockOf(instant)
}
